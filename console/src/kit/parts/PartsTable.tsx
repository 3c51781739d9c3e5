import '@mantine/core/styles/Pagination.layer.css'
import { Pagination } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useIsNarrow } from '../display/viewport.ts'
import { EmptyState } from '../page/ListStates.tsx'
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
  /** A part that still needs attention. */
  isMarked?: (part: Part) => boolean
  empty: { title: string; text: string; action?: ReactNode }
}

/** The parts of something being edited, such as its features: nothing here comes from the server. */
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
            // They are identified only by their position.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
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
