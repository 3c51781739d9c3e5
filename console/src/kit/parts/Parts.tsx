import '@mantine/core/styles/Pagination.layer.css'
import { Pagination } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useIsNarrow } from '../display/viewport.ts'
import { confirm } from '../feedback/Dialog.tsx'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { Icon } from '../icons/icons.tsx'
import { EmptyState } from '../page/ListStates.tsx'
import { RowAction, RowActions } from '../row/RowActions.tsx'
import classes from './parts.module.css'

interface Column<Part> {
  header: string
  cell: (part: Part, index: number) => ReactNode
  align?: 'right'
  width?: number
}

interface Props<Part> {
  name: string
  parts: readonly Part[]
  columns: Column<Part>[]
  /** Rows per page; the footer shows only if there are more. */
  perPage?: number
  /** The width of the screen up to which each part is a block; where it is small they always are. */
  blocksUpTo?: number
  isMarked?: (part: Part) => boolean
  empty: { title: string; text: string; action?: ReactNode }
}

export function PartsTable<Part>({
  name,
  parts,
  columns,
  perPage = parts.length,
  blocksUpTo,
  isMarked,
  empty,
}: Props<Part>) {
  const isInBlocks = useIsNarrow(blocksUpTo)
  const [chosen, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(parts.length / (perPage || 1)))
  const page = Math.min(chosen, pages)
  const from = (page - 1) * perPage
  if (parts.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <table className={classes.parts} aria-label={name} data-blocks={isInBlocks || undefined}>
        <thead className={isInBlocks ? 'spoken' : undefined}>
          <tr>
            {columns.map(({ header, align, width }) => (
              <th key={header} scope="col" data-align={align} style={{ width }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.slice(from, from + perPage).map((part, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
            <tr key={from + i} data-marked={isMarked?.(part) || undefined}>
              {columns.map(({ header, cell, align }) => (
                <td key={header} data-align={align} data-header={header}>
                  {cell(part, from + i)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length > perPage && (
        <div className={classes.pages}>
          <span>
            {from + 1} to {Math.min(from + perPage, parts.length)} of {parts.length}
          </span>
          <nav aria-label="Pages">
            <Pagination
              total={pages}
              value={page}
              onChange={setPage}
              siblings={1}
              gap={2}
              getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
              getControlProps={(control) => ({ 'aria-label': `${control === 'next' ? 'Next' : 'Previous'} page` })}
            />
          </nav>
        </div>
      )}
    </>
  )
}

interface AddPartProps {
  /** The list that it adds to: the focus comes here when the list is required and empty. */
  path: string
  label: string
  onClick: () => void
  reason?: string | false
}

export const AddPart = ({ path, label, onClick, reason }: AddPartProps) => (
  <div data-path={path} className={classes.add}>
    <SubmitButton
      type="button"
      isQuiet
      variant="default"
      leftSection={<Icon name="plus" />}
      reason={reason || false}
      onClick={onClick}
    >
      {label}
    </SubmitButton>
  </div>
)

interface PartActionsProps {
  /** Its kind, such as "feature", and its name. */
  what: string
  name: string
  onEdit: () => void
  onRemove: () => void
  stays?: string | undefined
}

export function PartActions({ what, name, onEdit, onRemove, stays }: PartActionsProps) {
  async function remove() {
    if (stays) return
    const isSure = await confirm({
      title: `Delete ${name}?`,
      body: `The ${what} is removed when you save.`,
      action: 'Delete',
    })
    if (isSure) onRemove()
  }
  return (
    <RowActions>
      <RowAction
        aria-label={`delete ${name}`}
        aria-disabled={stays ? true : undefined}
        title={stays}
        onClick={() => void remove()}
      >
        delete
      </RowAction>
      <RowAction aria-label={`edit ${name}`} onClick={onEdit}>
        edit
      </RowAction>
    </RowActions>
  )
}
