import type { ListMeta } from '@hikmah/contract/common'
import {
  contactInquiries,
  type DemoRequestRow,
  demoRequests,
  type InquiryRow,
} from '@hikmah/contract/communication/endpoints'
import { applicationName, OWN_STREAM, streamName } from '@hikmah/contract/communication/schemas'
import type { ArrivalKind } from '@hikmah/contract/navigation'
import { fullName } from '@hikmah/contract/words'
import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useRef, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { useFleetingState } from '../kit/form/action.ts'
import { breakable } from '../kit/format/breakable.tsx'
import { ageText, formatDate, plural } from '../kit/format/texts.ts'
import { Age, exactDates, When } from '../kit/format/When.tsx'
import {
  type Column,
  chevronColumn,
  type ListQuery,
  ListTable,
  tabCount,
  titleCount,
  useList,
} from '../kit/list/ListTable.tsx'
import { choiceFilter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { type ListSearch, pageOf } from '../kit/list/list-search.ts'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import { RowLink } from '../kit/row/RowActions.tsx'
import { useWaiting } from '../sitemap/navigation-counts.ts'
import {
  applicationCodes,
  ConversationChips,
  ConversationStatusBadge,
  demoStatusChoices,
  inquiryStatusChoices,
  scheduledDay,
} from './ConversationBadges.tsx'
import classes from './communication.module.css'

type ConversationRow = DemoRequestRow | InquiryRow

/** Where a form was sent from, if that is not our own website. */
const Elsewhere = ({ stream }: Pick<ConversationRow, 'stream'>) =>
  stream !== OWN_STREAM && <span className="fine">{streamName(stream)}</span>

const lastColumns = (statusWidth: number, assigneeWidth: number): Column<ConversationRow>[] => [
  {
    header: 'Status',
    sort: 'status',
    width: statusWidth,
    narrow: 'badge',
    same: ({ status }) => status,
    saidBy: 'status',
    cell: ({ status }) => <ConversationStatusBadge status={status} />,
  },
  {
    header: 'Assignee',
    width: assigneeWidth,
    wideOnly: true,
    same: ({ assignee }) => assignee[0]?.name,
    cell: ({ assignee }) => assignee[0]?.name ?? '–',
  },
  {
    header: 'Date',
    sort: 'createdAt',
    width: 132,
    narrow: 'end',
    cell: ({ createdAt }) => <ReceivedAt at={createdAt} />,
  },
]

const demoRequestColumns: Column<DemoRequestRow>[] = [
  {
    header: 'Name',
    sort: 'name',
    narrow: 'title',
    cell: (row) => (
      <span className={classes.two}>
        <b title={fullName(row.name)}>{fullName(row.name)}</b>
        <span className={classes.chips}>
          <ConversationChips row={row} bare />
          <Elsewhere {...row} />
        </span>
      </span>
    ),
  },
  {
    header: 'Organization',
    sort: 'organizationName',
    width: '22%',
    narrow: 'sub',
    cell: (row) => (
      <span className={classes.long} title={row.organizationName}>
        {row.organizationName || '–'}
      </span>
    ),
    narrowCell: (row) => [row.organizationName, applicationCodes(row.applications)].filter(Boolean).join(' · '),
  },
  {
    header: 'Apps',
    width: 92,
    wideOnly: true,
    cell: (row) => <Codes {...row} />,
  },
  {
    header: 'Scheduled',
    width: 104,
    cell: ({ schedule: { date, time } }) => (
      <span className={classes.two}>
        {date && <span className={classes.line}>{scheduledDay(date)}</span>}
        {time && <span className="fine">{time}</span>}
        {!date && !time && '–'}
      </span>
    ),
  },
  ...lastColumns(116, 112),
  chevronColumn(({ _id, name }) => (
    <RowLink
      to="/request-details-{$id}"
      params={{ id: _id }}
      aria-label={`see details of the request of ${fullName(name)}`}
      isWordSpoken
    >
      see details
    </RowLink>
  )),
]

/** Links to the page of its row, because it lies above the row's own link. */
function Codes({ _id, applications }: DemoRequestRow) {
  if (applications.length === 0) return '–'
  return (
    <>
      <LinkTo
        to="/request-details-{$id}"
        params={{ id: _id }}
        className={classes.codes}
        underline="never"
        title={applications.map(applicationName).join(', ')}
        tabIndex={-1}
        aria-hidden="true"
      >
        {applicationCodes(applications)}
      </LinkTo>
      <span className="spoken">{applications.map(applicationName).join(', ')}</span>
    </>
  )
}

const inquiryColumns: Column<InquiryRow>[] = [
  {
    header: 'Name',
    sort: 'name',
    narrow: 'title',
    width: '24%',
    cell: (row) => (
      <span className={classes.two}>
        <b title={row.name}>{row.name}</b>
        <span className={`fine ${classes.long}`}>{breakable(row.email)}</span>
        <span className={classes.chips}>
          <ConversationChips row={row} bare />
          <Elsewhere {...row} />
        </span>
      </span>
    ),
    narrowCell: (row) => (
      <span className={classes.two}>
        <b>{row.name}</b>
        <span className={`fine ${classes.message}`}>{row.message}</span>
        <ConversationChips row={row} bare />
      </span>
    ),
  },
  {
    header: 'Inquiry type',
    sort: 'inquiryType',
    narrow: 'sub',
    cell: ({ inquiryType, message }) => (
      <span className={classes.message} title={message}>
        {inquiryType && <b>{inquiryType}</b>} {message}
      </span>
    ),
    narrowCell: ({ email, inquiryType }) => inquiryType || breakable(email),
  },
  ...lastColumns(124, 116),
  chevronColumn((inquiry) => (
    <RowLink
      to="/communication/contact-us-details"
      search={{ id: inquiry._id }}
      // The contact is passed on, so that the next page paints at once.
      state={{ inquiry }}
      aria-label={`see details of the inquiry of ${inquiry.name}`}
      isWordSpoken
    >
      see details
    </RowLink>
  )),
]

const demoRequestRoute = getRouteApi('/console/communication')
const inquiryRoute = getRouteApi('/console/communication/contact-us')

export function DemoRequestList() {
  const search = demoRequestRoute.useSearch()
  return (
    <ConversationList
      title="Demo Requests"
      one="demo request"
      many="demo requests"
      kind="demoRequests"
      searchLabel="Search name, email, organization"
      statuses={demoStatusChoices}
      search={search}
      list={useList(read(demoRequests.listDemoRequests, { query: pageOf(search) }))}
      columns={demoRequestColumns}
      empty={{ title: 'No demo requests', text: 'Requests from the website appear here automatically.' }}
    />
  )
}

export function InquiryList() {
  const search = inquiryRoute.useSearch()
  return (
    <ConversationList
      title="Contact Us"
      one="inquiry"
      many="inquiries"
      kind="contactInquiries"
      searchLabel="Search name, email, message"
      statuses={inquiryStatusChoices}
      search={search}
      list={useList(read(contactInquiries.listInquiries, { query: pageOf(search) }))}
      columns={inquiryColumns}
      empty={{ title: 'No inquiries', text: 'Messages from the website appear here automatically.' }}
    />
  )
}

interface Props<Row> {
  title: string
  /** Such as `inquiry` and `inquiries`. */
  one: string
  many: string
  kind: ArrivalKind
  searchLabel: string
  statuses: { value: string; label: string }[]
  search: ListSearch & { assignee?: 'me' | undefined; spam?: 'true' | 'false' | undefined }
  list: ListQuery<Row> & { data: { meta: ListMeta } | undefined }
  columns: Column<Row>[]
  empty: { title: string; text: string }
}

function ConversationList<Row extends ConversationRow>(props: Props<Row>) {
  const { title, one, many, kind, searchLabel, statuses, search, list, columns, empty } = props
  // A different page or filter has no new rows yet.
  const newRows = useNewRows(list.isPlaceholderData ? undefined : list.data?.data, JSON.stringify(pageOf(search)))
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

/** The day it was received, with the time and age on a second line. */
function ReceivedAt({ at }: { at: string }) {
  const isExact = useSelector(exactDates)
  return (
    <span className={classes.two}>
      <When at={at} />
      <span className={`fine ${classes.age}`}>
        {!isExact && formatDate(at, 'h:mm A')}
        <span>
          <Age text={`${isExact ? '' : ' · '}${ageText(at)}`} />
        </span>
      </span>
    </span>
  )
}

const MARKED_MS = 4_000
const none: ReadonlySet<string> = new Set()

function useNewRows(rows: ConversationRow[] | undefined, listKey: string): ReadonlySet<string> {
  const seen = useRef<{ listKey: string; newest: string }>(undefined)
  const [newRows, setNewRows] = useFleetingState(none, MARKED_MS)

  useEffect(() => {
    if (!rows) return
    const before = seen.current?.listKey === listKey ? seen.current.newest : undefined
    const newest = rows.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), before ?? '')
    seen.current = { listKey, newest }
    const arrived = before === undefined ? [] : rows.filter(({ createdAt }) => createdAt > before)
    if (arrived.length > 0) setNewRows(new Set(arrived.map(({ _id }) => _id)))
  }, [rows, listKey, setNewRows])

  return newRows
}

/** Announces new rows to people who cannot see the list grow. */
function ArrivalsStatus({ kind, one, many }: { kind: ArrivalKind; one: string; many: string }) {
  const waiting = useWaiting([kind])
  const [before, setBefore] = useState(waiting)
  // Emptied, so that the same words are announced again next time.
  const [announcement, setAnnouncement] = useFleetingState('', MARKED_MS)
  if (waiting !== before) {
    setBefore(waiting)
    if (waiting !== undefined && before !== undefined && waiting > before) {
      setAnnouncement(plural(waiting - before, `new ${one}`, `new ${many}`))
    }
  }

  return (
    <p role="status" className="spoken">
      {announcement}
    </p>
  )
}
