import type { ListMeta } from '@hikmah/contract/common'
import { Anchor } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState, LoadFailure, NothingFound } from '../page/ListStates.tsx'
import { ListFooter } from './ListFooter.tsx'
import classes from './ListTable.module.css'
import { type ListSearch, useListSearch } from './list-search.ts'
import { useIsNarrow } from './narrow.ts'
import { SortHeader } from './SortHeader.tsx'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** The field to sort by; the header then is a button. */
  sort?: string
  align?: 'right'
  /** In pixels, or of the whole table; the columns without share what is left. */
  width?: number | `${number}%`
  /** Left out where the screen is too narrow for every column. */
  wideOnly?: boolean
  /** Its place in the two-line card of a small screen. Without one it is left out there. */
  narrow?: 'title' | 'badge' | 'sub' | 'end'
  /** What the card shows instead of `cell`. */
  narrowCell?: (row: Row) => ReactNode
}

/** The result of `useQuery(read(endpoint, …))`, as far as a table needs it. */
export interface ListQuery<Row> {
  data: { data: Row[]; meta?: Pick<ListMeta, 'total' | 'isTotalCapped' | 'page' | 'limit'> | undefined } | undefined
  error: Error | null
  isPlaceholderData?: boolean
  refetch: () => unknown
}

interface Props<Row> {
  /** What the rows are, as "Organizations": the table's name, and what could not be loaded. */
  name: string
  query: ListQuery<Row>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  empty: { title: string; text: string; action?: ReactNode }
  /** Puts the number of each row in front. */
  numbered?: boolean
  /** How the rows are sorted while the address does not say, as `-createdAt`. */
  sortedBy?: string
  /** What narrows the list in the address besides search and status. */
  narrowedBy?: string[]
  /** Rows that have just come, marked for a moment. */
  newRows?: ReadonlySet<string>
  /** It has many columns: they share the room on screens of a middle width too. */
  isWide?: boolean
}

const SKELETON_ROWS = 10

/** A list: its rows, or why there are none. Search, sort and page live in the address. */
export function ListTable<Row>(props: Props<Row>) {
  const { name, query, columns, rowKey, empty, numbered = true, sortedBy, narrowedBy = [], newRows, isWide } = props
  const { search, change } = useListSearch()
  const isNarrow = useIsNarrow()
  const { data, error, refetch } = query
  if (error && !data) return <LoadFailure what={name} error={error} onRetry={refetch} />

  const rows = data?.data
  const narrowing = ['q', 'status', ...narrowedBy]
  const isNarrowed = narrowing.some((part) => search[part as keyof ListSearch] !== undefined)
  const isPastTheEnd = (search.page ?? 1) > 1 && (data?.meta?.total ?? 0) > 0
  if (rows?.length === 0) {
    if (isNarrowed || isPastTheEnd) {
      return <NothingFound onClear={() => change(Object.fromEntries(narrowing.map((part) => [part, undefined])))} />
    }
    return <EmptyState {...empty} />
  }

  const from = data?.meta ? (data.meta.page - 1) * data.meta.limit : 0
  return (
    <>
      {error && <LoadFailure what={name} error={error} onRetry={refetch} />}
      <table
        className={classes.table}
        data-wide={isWide || undefined}
        aria-label={name}
        aria-busy={!rows || query.isPlaceholderData}
      >
        <thead>
          <tr>
            {numbered && (
              <th scope="col" className={classes.number}>
                No.
              </th>
            )}
            {columns.map((column) => (
              <SortHeader key={column.header} {...column} sortedBy={sortedBy} />
            ))}
          </tr>
        </thead>
        <tbody data-stale={query.isPlaceholderData || undefined}>
          {rows?.map((row, i) => (
            <tr key={rowKey(row)} data-new={newRows?.has(rowKey(row)) || undefined}>
              {numbered && <td className={classes.number}>{from + i + 1}</td>}
              {columns.map((column) => (
                <Cell key={column.header} column={column} row={row} isNarrow={isNarrow} />
              ))}
            </tr>
          )) ?? <SkeletonRows columns={columns.length + (numbered ? 1 : 0)} />}
        </tbody>
      </table>
      {data?.meta && <ListFooter {...data.meta} onChange={change} />}
    </>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  isNarrow: boolean
}

const Cell = <Row,>({ column: { cell, narrowCell, align, narrow, wideOnly }, row, isNarrow }: CellProps<Row>) => (
  <td data-align={align} data-narrow={narrow} data-wide-only={wideOnly || undefined}>
    {isNarrow && narrowCell ? narrowCell(row) : cell(row)}
  </td>
)

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows are all the same
    <tr key={row} className={classes.skeleton}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column}>
          <i data-length={(row + column) % 4} />
        </td>
      ))}
    </tr>
  ))
}

/** A link that the whole row answers to. One to a row; give it an `aria-label` that names the row. */
export const RowLink = createLink(RowAnchor)

function RowAnchor(props: React.ComponentProps<typeof Anchor<'a'>>) {
  return <Anchor {...props} className={classes.rowLink} />
}
