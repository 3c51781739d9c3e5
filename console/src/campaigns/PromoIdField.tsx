import { aboutTypes, campaignFields, campaignTypes } from '@hikmah/contract/campaigns'
import { type ComponentProps, useEffect, useState } from 'react'
import { TextField } from '../kit/field/TextField.tsx'
import classes from './campaigns.module.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'

/** Shown in upper case and sent as it was typed. */
export const PromoIdField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    label={campaignFields.id}
    required
    autoComplete="off"
    spellCheck={false}
    placeholder="promo_1QmStd or a code"
    description={props.readOnly ? undefined : 'The id of a promotion code, or the code itself'}
    maxLength={255}
    classNames={{ input: classes.upper ?? '' }}
    {...props}
  />
)

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

const SHOWN_MS = 5000

/** A text that disappears after five seconds, as the customer wants for a refused campaign. */
export function useBriefly() {
  const [said, setSaid] = useState<{ text: string }>()
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])
  return [said?.text, (text: string | undefined) => setSaid(text === undefined ? undefined : { text })] as const
}
