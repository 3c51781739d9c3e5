import { type ListMeta, searchProblem } from '@hikmah/contract/common'
import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, type QueryKey, type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ApiError } from '../api/api.ts'
import { useIsNarrow } from '../display/viewport.ts'
import { countText, totalText } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import { type EmptyProps, EmptyState, LoadFailure, NothingFound, OldRows, PastTheEnd } from '../page/ListStates.tsx'
import { moveBetweenRows, onRowsLoaded } from '../row/row-keys.ts'
import { ListFooter, ListStatus, type ShownRange } from './ListFooter.tsx'
import classes from './ListTable.module.css'
import { useListSearch } from './list-search.ts'

export interface Column<Row> {
  header: string
  /** Only screen readers get the header. */
  isHeaderSpoken?: boolean
  cell: (row: Row) => ReactNode
  /** The field to sort by. */
  sort?: string
  align?: 'right'
  /** In pixels, or as a share of the table. */
  width?: number | `${number}%`
  /** Left out on narrow screens. */
  wideOnly?: boolean
  /** What it says of a row: it is left out while it says the same of all, unless the list is sorted by it. */
  same?: (row: Row) => unknown
  /** The filter that says what it would: it is left out only then. */
  saidBy?: string
  /**
   * Its place in the two-line card of a small screen; left out without one. The title names the row. The list's sheet sizes
   * a lead or picture.
   */
  narrow?: 'lead' | 'picture' | 'title' | 'badge' | 'sub' | 'end' | 'actions'
  /** For the card, instead of `cell`. */
  narrowCell?: (row: Row) => ReactNode
}

/** The part of `useList(read(endpoint, …))`, or of any query of rows, that a table needs. */
export interface ListQuery<Row> {
  data: { data: Row[]; meta?: ShownRange | undefined } | undefined
  error: Error | null
  isPlaceholderData?: boolean
  seenAt?: number | undefined
  refetch: () => unknown
  /** Why nothing can be found by the search of the page. */
  unusable?: string | undefined
}

interface Props<Row> {
  /** Such as "Organizations". */
  name: string
  /** Such as "organization"; `many` where an s does not form the plural. */
  one: string
  many?: string
  query: ListQuery<Row>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  empty: EmptyProps
  numbered?: boolean
  /** The default order, such as `-createdAt`. */
  sortedBy?: string
  /** Keys of rows that are highlighted for a moment. */
  newRows?: ReadonlySet<string>
  /** Data attributes for the feature's style sheet. */
  rowMarks?: (row: Row) => Record<`data-${string}`, string | boolean | undefined>
  /** Where the customer wants no alert. */
  failsQuietly?: boolean
  /** Its many columns share the room on screens of a middle width too. */
  isWide?: boolean
}

/** For lists whose rows end with a chevron, and with the menu of a row before it. */
export const chevronColumn = <Row,>(cell: (row: Row) => ReactNode, hasMenu?: boolean): Column<Row> => ({
  header: 'Action',
  isHeaderSpoken: true,
  width: hasMenu ? 68 : 28,
  align: 'right',
  ...(hasMenu && { narrow: 'actions' }),
  cell,
})

const SKELETON_ROWS = 10

/** Search, sort and page are in the page's address. */
export function ListTable<Row>(props: Props<Row>) {
  const { name, one, many, query, rowKey, failsQuietly } = props
  const { data, error, seenAt, refetch } = query
  const range = data && (data.meta ?? { total: data.data.length, page: 1, limit: data.data.length })
  const isSettled = data !== undefined && !query.isPlaceholderData
  const first = data?.data[0]
  const firstKey = first && rowKey(first)
  useEffect(() => {
    if (isSettled && firstKey) onRowsLoaded()
  }, [isSettled, firstKey])

  return (
    <>
      <ListStatus range={range} one={one} many={many} />
      {error && !failsQuietly && <LoadFailure what={name} error={error} seenAt={data && seenAt} onRetry={refetch} />}
      {error && failsQuietly && seenAt && <OldRows seenAt={seenAt} onRetry={refetch} />}
      {query.unusable || data?.data.length === 0 ? (
        <NoRows query={query} empty={props.empty} many={many ?? `${one}s`} />
      ) : data || !error ? (
        <Rows {...props} />
      ) : null}
    </>
  )
}

function Rows<Row>(props: Props<Row>) {
  const { name, query, rowKey, numbered = true, sortedBy, newRows, rowMarks, isWide } = props
  const { search, change } = useListSearch()
  const isNarrow = useIsNarrow()
  const { data, error, isPlaceholderData } = query
  const rows = data?.data
  const columns = isNarrow ? props.columns : tellingColumns(props.columns, rows, { sort: sortedBy, ...search })
  const from = data?.meta ? (data.meta.page - 1) * data.meta.limit : 0
  return (
    <>
      <table
        className={classes.table}
        data-wide={isWide || undefined}
        aria-label={name}
        aria-busy={(!rows || isPlaceholderData) && !error}
        onKeyDown={moveBetweenRows}
      >
        <thead className="spoken-narrow">
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
        <tbody data-stale={(isPlaceholderData && !error) || undefined}>
          {rows?.map((row, i) => (
            <tr
              key={rowKey(row)}
              data-key={rowKey(row)}
              data-new={newRows?.has(rowKey(row)) || undefined}
              {...rowMarks?.(row)}
            >
              {numbered && <td className={classes.number}>{from + i + 1}</td>}
              {columns.map((column) => (
                <Cell key={column.header} column={column} row={row} isNarrow={isNarrow} />
              ))}
            </tr>
          )) ?? <SkeletonRows columns={columns.length + (numbered ? 1 : 0)} />}
        </tbody>
      </table>
      {data?.meta && <ListFooter range={data.meta} onChange={change} />}
    </>
  )
}

/** Without those that say the same of every row, such as the value of a filter. */
const tellingColumns = <Row,>(columns: Column<Row>[], rows: Row[] = [], search: Record<string, unknown>) =>
  columns.filter(
    ({ same, saidBy, sort }) =>
      !same ||
      (saidBy ? !search[saidBy] : rows.length < 2) ||
      sort === String(search.sort).replace('-', '') ||
      new Set(rows.map(same)).size > 1,
  )

function Cell<Row>({ column, row, isNarrow }: { column: Column<Row>; row: Row; isNarrow: boolean }) {
  const { cell, narrowCell, align, narrow, wideOnly } = column
  const Tag = narrow === 'title' ? 'th' : 'td'
  return (
    <Tag
      scope={Tag === 'th' ? 'row' : undefined}
      data-align={align}
      data-narrow={narrow}
      data-wide-only={wideOnly || undefined}
    >
      {isNarrow && narrowCell ? narrowCell(row) : cell(row)}
    </Tag>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows are all the same
    <tr key={row} className={classes.skeleton}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column}>
          <i className="placeholder" />
        </td>
      ))}
    </tr>
  ))
}

type SortHeaderProps = Omit<Column<never>, 'cell' | 'same' | 'saidBy' | 'narrow' | 'narrowCell'> & {
  sortedBy: string | undefined
}

function SortHeader({ header, isHeaderSpoken, sort, align, width, wideOnly, sortedBy }: SortHeaderProps) {
  const { search, change } = useListSearch()
  const current = search.sort ?? sortedBy
  const isUp = sort !== undefined && current === sort
  const isDown = sort !== undefined && current === `-${sort}`
  return (
    <th
      scope="col"
      data-align={align}
      data-wide-only={wideOnly || undefined}
      style={
        width ? ({ '--column-width': typeof width === 'number' ? `${width}px` : width } as CSSProperties) : undefined
      }
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      {sort ? (
        <UnstyledButton
          className={classes.button}
          data-active={isUp || isDown || undefined}
          onClick={() => change({ sort: isUp ? `-${sort}` : sort })}
        >
          {header}
          <Icon name={isDown ? 'arrowDown' : 'arrowUp'} size={12} />
        </UnstyledButton>
      ) : isHeaderSpoken ? (
        <span className="spoken">{header}</span>
      ) : (
        header
      )}
    </th>
  )
}

interface NoRowsProps {
  query: Pick<ListQuery<unknown>, 'data' | 'isPlaceholderData' | 'unusable'>
  empty: EmptyProps
  many: string
}

/** Nothing yet, no match, or a page beyond the last one, which leads to the last one. */
export function NoRows({ query: { data, isPlaceholderData, unusable }, empty, many }: NoRowsProps) {
  const { search, isNarrowed, change, clear } = useListSearch()
  const { total = 0, isTotalCapped = false, page = 1, limit = 1 } = data?.meta ?? {}
  const isPastTheEnd = page > 1 && total > 0
  // A capped total does not tell the last page.
  const last = isPastTheEnd && !isTotalCapped && !isPlaceholderData ? Math.ceil(total / limit) : undefined
  const goTo = useEffectEvent((end: number) => void change({ page: end > 1 ? end : undefined }, true))
  // Once, since the page renders again on the way there.
  useEffect(() => {
    if (last !== undefined) goTo(last)
  }, [last])

  if (last !== undefined) return null
  if (isPastTheEnd) return <PastTheEnd onBack={() => change({})} />
  if (unusable) return <NothingFound many={many} why={`${unusable}.`} isUnusable onClear={clear} />
  return isNarrowed ? <NothingFound many={many} q={search.q} onClear={clear} /> : <EmptyState {...empty} />
}

/** The old rows stay until the new ones are loaded, and also if loading fails: `seenAt` is when they were last loaded. */
export function useList<Data, Key extends QueryKey>(options: UndefinedInitialDataOptions<Data, ApiError, Data, Key>) {
  const unusable = searchProblem(useListSearch().search.q)
  const query = useQuery({ ...options, enabled: !unusable, placeholderData: keepPreviousData })
  const [seen, setSeen] = useState<{ data: Data; at: number }>()
  const { data, dataUpdatedAt, isPlaceholderData } = query
  if (data && !isPlaceholderData && dataUpdatedAt !== seen?.at) setSeen({ data, at: dataUpdatedAt })
  return {
    data: unusable ? undefined : (data ?? seen?.data),
    // The page may have asked ahead.
    error: unusable ? null : query.error,
    isPlaceholderData: isPlaceholderData || (!data && seen !== undefined),
    seenAt: seen?.at,
    refetch: query.refetch,
    unusable,
  }
}

/** The customer wants such a failure in the log only. */
export function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    if (error) console.error(what, error)
  }, [what, error])
}

type Counted = Pick<ListMeta, 'total' | 'isTotalCapped' | 'counts' | 'cappedCounts' | 'whole'>

export function tabCount(meta: Pick<Counted, 'counts' | 'cappedCounts'> | undefined, name = 'all'): string | undefined {
  const count = meta?.counts[name]
  if (count === undefined) return undefined
  return countText(count) + (meta?.cappedCounts?.includes(name) ? '+' : '')
}

/** 60, or 3 of 60 where not all are shown. */
export const titleCount = (meta: Counted | undefined): string | undefined =>
  meta && (meta.total === meta.whole ? countText(meta.whole) : `${totalText(meta)} of ${countText(meta.whole)}`)
