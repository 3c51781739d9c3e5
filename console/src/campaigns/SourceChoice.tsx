import '@mantine/core/styles/Radio.layer.css'
import { aboutTypes, campaignTypes } from '@hikmah/contract/campaigns/schemas'
import { Radio } from '@mantine/core'
import classes from './campaigns.module.css'

/** Where a campaign comes from. Custom campaigns cannot be created yet; `withTypes` shows the planned kinds. */
export const SourceChoice = ({ withTypes }: { withTypes?: boolean }) => (
  <Radio.Group label="Campaign" value="stripe">
    <div className={classes.radios}>
      <Radio value="stripe" label="Add From Stripe" readOnly />
      <Radio
        value="custom"
        label="Custom Campaign"
        description="Not available yet"
        classNames={{ description: classes.about ?? '' }}
        disabled
      />
      {withTypes && (
        <fieldset className={classes.custom} disabled aria-label="Types of custom campaigns">
          <div className={classes.radios}>
            {campaignTypes.map((type) => (
              <Radio
                key={type}
                value={type}
                label={type}
                description={aboutTypes[type]}
                classNames={{ description: classes.about ?? '' }}
                disabled
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  </Radio.Group>
)
