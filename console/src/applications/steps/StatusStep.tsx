import { applicationFields } from '@hikmah/contract/applications/schemas'
import { applicationStatuses, changesAvailability } from '@hikmah/contract/plans'
import { Radio } from '@mantine/core'
import type { ApplicationForm, Status } from '../application-form.ts'
import { MAY_NOT_SELL } from '../words.ts'
import classes from './steps.module.css'
import '@mantine/core/styles/Radio.layer.css'

const sentences: Record<Status, string> = {
  Available: 'Available for organization to add',
  'Coming Soon': 'Shown, but cannot be added yet',
  New: 'Available and marked as new for 2-3 weeks',
  'Not Available': 'Hidden from the front end and cannot be added from the console',
}

interface Props {
  form: ApplicationForm
  mayPrice: boolean
  /** As saved; none for a new one. */
  saved?: Status
}

/** Step 5: whether organizations can have it. */
export function StatusStep({ form, mayPrice, saved }: Props) {
  return (
    <Radio.Group
      label={applicationFields.status}
      required
      data-path="status"
      description={mayPrice ? undefined : MAY_NOT_SELL}
      value={form.values.status}
      onChange={(status) => form.setFieldValue('status', status as Status)}
      error={form.errors.status}
    >
      <div className={classes.statuses}>
        {applicationStatuses.map((status) => (
          <Radio
            key={status}
            value={status}
            label={status}
            description={sentences[status]}
            disabled={!mayPrice && changesAvailability(saved, status)}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
