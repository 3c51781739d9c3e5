import { integrationFields } from '@hikmah/contract/integrations'
import { integrationStatuses } from '@hikmah/contract/plans'
import '@mantine/core/styles/Radio.layer.css'
import { changesAvailability } from '@hikmah/contract/plans'
import { Radio } from '@mantine/core'
import { useMay } from '../kit/api/current-user.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import type { Status } from './integration-values.ts'
import { MAY_NOT_SET_AVAILABLE, type StepProps, statusWords } from './integration-words.ts'
import classes from './integrations.module.css'

/** Step 4: whether organizations see it and may add it. */
export function StatusStep({ form, status: before }: StepProps) {
  const mayPrice = useMay('products.price')
  const isGuarded = (status: Status) => !mayPrice && changesAvailability(before, status)
  return (
    <div className={classes.fields}>
      <Radio.Group
        label={integrationFields.status}
        required
        data-path="status"
        error={fieldError(form.errors.status)}
        value={form.values.status}
        onChange={(status) => {
          form.setFieldValue('status', status as Status)
          form.clearFieldError('status')
        }}
      >
        <div className={classes.statuses}>
          {integrationStatuses.map((status) => (
            <Radio
              key={status}
              value={status}
              label={status}
              description={isGuarded(status) ? MAY_NOT_SET_AVAILABLE : statusWords[status]}
              disabled={isGuarded(status)}
            />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
