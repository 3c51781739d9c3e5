import type { ListMeta } from '@hikmah/contract/common'
import { type Assignee, type ConversationStatus, streamName } from '@hikmah/contract/communication/schemas'
import type { ArrivalKind } from '@hikmah/contract/navigation'
import { useSelector } from '@tanstack/react-store'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ageOf, formatDate } from '../kit/format/dates.ts'
import { plural } from '../kit/format/texts.ts'
import { exactDates, When } from '../kit/format/When.tsx'
import { choiceFilter } from '../kit/list/filters.tsx'
import { type Column, type ListQuery, ListTable } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { tabCount, titleCount } from '../kit/list/use-list.ts'
import { Page } from '../kit/page/Page.tsx'
import { RowActions } from '../kit/row/RowActions.tsx'
import { useWaiting } from '../sitemap/navigation-counts.ts'
import { ConversationStatusBadge } from './ConversationBadges.tsx'
import classes from './communication.module.css'

interface ConversationRow {
  _id: string
  stream: string
  status: ConversationStatus
  assignee: Assignee[]
  createdAt: string
}

interface Props<Row> {
  title: string
  /** Such as `inquiry` and `inquiries`. */
  one: string
  many: string
  kind: ArrivalKind
  searchLabel: string
  statuses: { value: string; label: string }[]
  search: { assignee?: 'me' | undefined; spam?: 'true' | 'false' | undefined }
  list: ListQuery<Row> & { data: { meta: ListMeta } | undefined }
  /** Identifies the list: a different one has no new rows yet. */
  listKey: string
  columns: Column<Row>[]
  empty: { title: string; text: string }
}

export function ConversationList<Row extends ConversationRow>({
  title,
  one,
  many,
  kind,
  searchLabel,
  statuses,
  search,
  list,
  listKey,
  columns,
  empty,
}: Props<Row>) {
  const newRows = useNewRows(list.isPlaceholderData ? undefined : list.data?.data, listKey)
  const meta = list.data?.meta
  return (
    <Page title={title} count={titleCount(meta)}>
      <ArrivalsStatus kind={kind} one={one} many={many} />
      <ListToolbar
        searchLabel={searchLabel}
        statuses={statuses}
        meta={meta}
        filters={[
          choiceFilter('assignee', 'Assignee', search.assignee, [{ value: 'me', label: 'Assigned to me' }]),
          spamFilter(search.spam, meta),
        ]}
      />
      <ListTable
        name={title}
        one={one}
        many={many}
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        sortedBy="-createdAt"
        newRows={newRows}
        isWide
        empty={empty}
      />
    </Page>
  )
}

/** Suspected spam is kept; a list shows it, leaves it out, or shows nothing else. */
function spamFilter(value: 'true' | 'false' | undefined, meta: ListMeta | undefined) {
  const count = tabCount(meta, 'spam')
  const only = 'Suspected spam only'
  return choiceFilter('spam', 'Suspected spam', value, [
    { value: 'false', label: 'Without suspected spam' },
    { value: 'true', label: count ? `${only} (${count})` : only, chip: only },
  ])
}

export const streamColumn: Column<ConversationRow> = {
  header: 'Stream',
  width: 100,
  wideOnly: true,
  cell: ({ stream }) => <span className={classes.line}>{streamName(stream)}</span>,
}

interface LastColumns<Row> {
  statusWidth: number
  assigneeWidth: number
  link: (row: Row) => ReactNode
}

export const lastColumns = <Row extends ConversationRow>({
  statusWidth,
  assigneeWidth,
  link,
}: LastColumns<Row>): Column<Row>[] => [
  {
    header: 'Status',
    sort: 'status',
    width: statusWidth,
    narrow: 'badge',
    cell: ({ status }) => <ConversationStatusBadge status={status} />,
  },
  { header: 'Assignee', width: assigneeWidth, wideOnly: true, cell: ({ assignee }) => assignee[0]?.name ?? '–' },
  {
    header: 'Date',
    sort: 'createdAt',
    width: 132,
    narrow: 'end',
    cell: ({ createdAt }) => <ReceivedAt at={createdAt} />,
  },
  { header: 'Action', width: 104, align: 'right', cell: (row) => <RowActions>{link(row)}</RowActions> },
]

/** The day it was received, with the time and age on a second line. */
function ReceivedAt({ at }: { at: string }) {
  const isExact = useSelector(exactDates)
  return (
    <span className={classes.two}>
      <When at={at} />
      <span className={classes.age}>
        {!isExact && formatDate(at, 'hh:mm A')}
        <span>
          {!isExact && ' · '}
          {ageOf(at)}
        </span>
      </span>
    </span>
  )
}

const MARKED_MS = 4_000
const none: ReadonlySet<string> = new Set()

function useNewRows(rows: ConversationRow[] | undefined, listKey: string): ReadonlySet<string> {
  const seen = useRef<{ listKey: string; newest: string }>(undefined)
  const [newRows, setNewRows] = useState(none)

  useEffect(() => {
    if (!rows) return
    const before = seen.current?.listKey === listKey ? seen.current.newest : undefined
    const newest = rows.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), before ?? '')
    seen.current = { listKey, newest }
    const arrived = before === undefined ? [] : rows.filter(({ createdAt }) => createdAt > before)
    if (arrived.length > 0) setNewRows(new Set(arrived.map(({ _id }) => _id)))
  }, [rows, listKey])

  useEffect(() => {
    if (newRows === none) return
    const timer = setTimeout(() => setNewRows(none), MARKED_MS)
    return () => clearTimeout(timer)
  }, [newRows])

  return newRows
}

/** Announces new rows to people who cannot see the list grow. */
function ArrivalsStatus({ kind, one, many }: { kind: ArrivalKind; one: string; many: string }) {
  const waiting = useWaiting([kind])
  const [before, setBefore] = useState(waiting)
  const [announcement, setAnnouncement] = useState('')
  if (waiting !== before) {
    setBefore(waiting)
    if (waiting !== undefined && before !== undefined && waiting > before) {
      setAnnouncement(plural(waiting - before, `new ${one}`, `new ${many}`))
    }
  }
  // Emptied, so that the same words are announced again next time.
  useEffect(() => {
    if (announcement === '') return
    const timer = setTimeout(() => setAnnouncement(''), MARKED_MS)
    return () => clearTimeout(timer)
  }, [announcement])

  return (
    <p role="status" className="spoken">
      {announcement}
    </p>
  )
}
