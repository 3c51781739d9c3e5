import { integrationFields, MAY_NOT_SET_AVAILABLE } from '@hikmah/contract/integrations'
import { changesAvailability, integrationStatuses } from '@hikmah/contract/plans'
import { productStatusMeanings } from '../plans/PriceIdField.tsx'
import { BasicInfo } from './BasicInfo.tsx'
import type { StepProps } from './integration-words.ts'
import { Pricing } from './Pricing.tsx'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { AddPart, PartActions, PartsTable } from '../kit/parts/Parts.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import { FeatureDialog } from './FeatureDialog.tsx'
import type { FeatureValues, Status } from './integration-values.ts'
import classes from './integrations.module.css'

const steps = [BasicInfo, Features, Pricing, StatusStep]

/** The content of one of the four steps. */
export function IntegrationStep({ step, ...props }: StepProps & { step: number }) {
  const Step = steps[step] ?? BasicInfo
  return <Step {...props} />
}

/** Step 4: whether organizations see it and may add it. */
function StatusStep({ form, status: before }: StepProps) {
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
              description={isGuarded(status) ? MAY_NOT_SET_AVAILABLE : productStatusMeanings[status]}
              disabled={isGuarded(status)}
            />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}

const PAGE_SIZE = 10

/** Step 2: what it does, feature by feature. */
function Features({ form }: StepProps) {
  const [edited, setEdited] = useState<number>()
  const { features } = form.values
  const set = (changed: FeatureValues[]) => form.setFieldValue('features', changed)
  const add = <AddPart path="features" label="Add feature" onClick={() => setEdited(features.length)} />

  return (
    <>
      {features.length > 0 && add}
      <PartsTable
        name="Features"
        parts={features}
        perPage={PAGE_SIZE}
        empty={{ title: 'No Service found', text: 'What the integration does appears here.', action: add }}
        columns={[
          {
            header: 'Feature',
            cell: ({ title, description }) => (
              <>
                <b>{title}</b>
                {description && <small>{description}</small>}
              </>
            ),
          },
          { header: 'Status', width: 148, cell: ({ status }) => <ProductStatusBadge status={status} /> },
          {
            header: 'Action',
            width: 120,
            align: 'right',
            cell: ({ title }, i) => (
              <PartActions
                what="feature"
                name={title}
                onEdit={() => setEdited(i)}
                onRemove={() => set(features.toSpliced(i, 1))}
              />
            ),
          },
        ]}
      />
      {edited !== undefined && (
        <FeatureDialog
          feature={features[edited]}
          onClose={() => setEdited(undefined)}
          onSave={(feature) => {
            set(features.toSpliced(edited, 1, feature))
            setEdited(undefined)
          }}
        />
      )}
    </>
  )
}
