import { useState } from 'react'
import { AddPart } from '../kit/parts/AddPart.tsx'
import { PartActions } from '../kit/parts/PartActions.tsx'
import { PartsTable } from '../kit/parts/PartsTable.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import { FeatureDialog } from './FeatureDialog.tsx'
import type { FeatureValues } from './integration-values.ts'
import type { StepProps } from './integration-words.ts'

const PAGE_SIZE = 10

/** Step 2: what it does, feature by feature. */
export function Features({ form }: StepProps) {
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
