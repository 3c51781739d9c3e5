import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { RowAction, RowActions } from '../kit/row/RowActions.tsx'
import { FeatureDialog } from './FeatureDialog.tsx'
import type { FeatureValues } from './integration-values.ts'
import type { StepProps } from './integration-words.ts'
import classes from './integrations.module.css'

const PAGE_SIZE = 10

/** Step 2: what it does, feature by feature. */
export function Features({ form }: StepProps) {
  const [edited, setEdited] = useState<number>()
  const { page = 1, limit = PAGE_SIZE }: { page?: number; limit?: number } = useSearch({ strict: false })
  const { features } = form.values
  const set = (changed: FeatureValues[]) => form.setFieldValue('features', changed)
  const rows = features.map((feature, at) => ({ ...feature, at })).slice((page - 1) * limit, page * limit)

  function remove(at: number) {
    const before = form.getValues().features
    set(before.toSpliced(at, 1))
    notifySuccess('Feature removed', before[at]?.title, { label: 'Undo', run: () => set(before) })
  }

  const columns: Column<FeatureValues & { at: number }>[] = [
    { header: 'Title', narrow: 'title', cell: ({ title }) => title },
    { header: 'Description', narrow: 'sub', cell: ({ description }) => description || '–' },
    { header: 'Status', width: 128, narrow: 'badge', cell: ({ status }) => status },
    {
      header: 'Action',
      width: 136,
      align: 'right',
      narrow: 'actions',
      cell: ({ at, title }) => (
        <RowActions>
          <RowAction aria-label={`Edit, ${title}`} onClick={() => setEdited(at)}>
            Edit
          </RowAction>
          <RowAction aria-label={`Remove, ${title}`} onClick={() => remove(at)}>
            Remove
          </RowAction>
        </RowActions>
      ),
    },
  ]
  const add = (
    <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setEdited(features.length)}>
      Add feature
    </Button>
  )

  return (
    <div className={classes.features}>
      {features.length > 0 && add}
      <ListTable
        name="Features"
        one="feature"
        query={{
          data: {
            data: rows,
            meta: features.length > PAGE_SIZE ? { total: features.length, page, limit } : undefined,
          },
          error: null,
          refetch: () => undefined,
        }}
        columns={columns}
        rowKey={({ at }) => String(at)}
        empty={{ title: 'No Service found', text: 'What the integration does shows here.', action: add }}
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
    </div>
  )
}
