import type { contactInquiries as inquiries, demoRequests as requests } from '@hikmah/contract/communication/endpoints'
import {
  type Assignee,
  type ConversationStatus,
  demoRequestStatuses,
  inquiryStatuses,
  type ResponseEntry,
} from '@hikmah/contract/communication/schemas'
import { consolePaths } from '@hikmah/contract/console-paths'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { MailStatus } from '@hikmah/contract/mails'
import { roleLabels } from '@hikmah/contract/permissions'
import { fullName } from '@hikmah/contract/words'
import { and, desc, eq, getTableColumns, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { byFullName, fullNameOf, inNameOrder } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import {
  type Counts,
  type ListCounts,
  newestFirst,
  orderOf,
  type Picked,
  type Query,
  streamRows,
  tabCounts,
} from '../kit/list/rows.ts'
import { detailOf, type SearchSource } from '../kit/list/search.ts'
import { mailTable } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import {
  contactInquiries,
  demoRequests,
  inquiryNames,
  requestNames,
  responseEntries,
  type SharedColumn,
} from './table.ts'

export type RequestRow = Omit<typeof demoRequests.$inferSelect, 'search'>
export type InquiryRow = Omit<typeof contactInquiries.$inferSelect, 'search'>
export type ConversationRow = Pick<RequestRow, Exclude<SharedColumn, 'status'>> & { status: ConversationStatus }

export interface Inbox<Row extends ConversationRow = ConversationRow, Presented extends object = object> {
  entity: 'demo-request' | 'contact-inquiry'
  /** Its name among the counts of lists and the topics of notices. */
  list: 'demo-requests' | 'contact-inquiries'
  noun: string
  table: PgTable & Record<SharedColumn | 'search', PgColumn>
  columns: Record<string, PgColumn>
  statuses: readonly string[]
  sorts: Record<string, SQLWrapper[]>
  entryOwner: PgColumn
  ownerOfEntry: (id: string) => { demoRequestId: string } | { inquiryId: string }
  visitor: (row: Row) => string
  path: (id: string) => string
  /** The fields that the other kind lacks or names differently. */
  present: (row: Row) => Presented
  /** What the visitor wrote at first; '' where nothing. */
  words: (row: Row) => string
}

/** What the audit trail calls a conversation: it keeps every entry for good, so no entry says who wrote or what. */
export const nameInTrail = (id: string) => `#${id.slice(-6)}`

const { search: _requestSearch, ...requestColumns } = getTableColumns(demoRequests)
const { search: _inquirySearch, ...inquiryColumns } = getTableColumns(contactInquiries)
const sharedSorts = ({ status, createdAt, updatedAt }: Record<'status' | 'createdAt' | 'updatedAt', PgColumn>) => ({
  status: [status, createdAt],
  createdAt: [createdAt],
  updatedAt: [updatedAt],
})
const inbox = <Row extends ConversationRow, Presented extends object>(described: Inbox<Row, Presented>) => described

export const demoRequestInbox = inbox({
  entity: 'demo-request',
  list: 'demo-requests',
  noun: 'demo request',
  table: demoRequests,
  columns: requestColumns,
  statuses: demoRequestStatuses,
  sorts: {
    name: byFullName(requestColumns),
    organizationName: [inNameOrder(requestColumns.organization)],
    ...sharedSorts(requestColumns),
  },
  entryOwner: responseEntries.demoRequestId,
  ownerOfEntry: (demoRequestId) => ({ demoRequestId }),
  visitor: (row: RequestRow) => fullName(row),
  path: consolePaths.demoRequest,
  present: (row: RequestRow) => ({
    name: { firstName: row.firstName, lastName: row.lastName },
    phoneNo: row.phone,
    organizationName: row.organization,
    applications: row.applications,
    schedule: { date: row.scheduleDate, time: row.scheduleTime, zone: row.scheduleZone },
    queries: row.queries,
  }),
  words: ({ queries }: RequestRow) =>
    queries.map(({ question, answer }) => [question, answer].filter(Boolean).join('\n')).join('\n\n'),
})

export const inquiryInbox = inbox({
  entity: 'contact-inquiry',
  list: 'contact-inquiries',
  noun: 'inquiry',
  table: contactInquiries,
  columns: inquiryColumns,
  statuses: inquiryStatuses,
  sorts: {
    name: [inNameOrder(inquiryColumns.name)],
    inquiryType: [inquiryColumns.inquiryType],
    ...sharedSorts(inquiryColumns),
  },
  entryOwner: responseEntries.inquiryId,
  ownerOfEntry: (inquiryId) => ({ inquiryId }),
  visitor: (row: InquiryRow) => row.name,
  path: consolePaths.contactInquiry,
  present: ({ name, phone, inquiryType, message }: InquiryRow) => ({ name, phone, inquiryType, message }),
  words: ({ message }: InquiryRow) => message,
})

/** The assignee that a row is joined with, as they are now. */
const personColumns = {
  id: staff.id,
  firstName: staff.firstName,
  lastName: staff.lastName,
  image: staff.image,
  role: staff.role,
}
type Person = Pick<typeof staff.$inferSelect, keyof typeof personColumns>

interface Timeline {
  entries: ResponseEntry[]
  all: number
}

interface Joined {
  person: Person | null
  timeline: Timeline | null
}

/** A query of rows with their assignees. The columns are those of the inbox, which the compiler cannot see. */
const selectRows = ({ table, columns }: Pick<Inbox, 'table' | 'columns'>, db: Db, more: Record<string, SQL>) =>
  db
    .select({ ...columns, person: personColumns, ...more })
    .from(table)
    .leftJoin(staff, eq(staff.id, table.assigneeId))

const selectPicked =
  <Row extends ConversationRow>({ table, columns }: Inbox<Row>, db: Db, timeline: SQL<Timeline | null> = sql`null`) =>
  ({ from, id, order, counts }: Picked) =>
    selectRows({ table, columns }, db, { timeline, ...counts })
      .innerJoin(from, eq(table.id, id))
      .orderBy(...order) as unknown as Query<Row & Joined & ListCounts>

type ListQuery = Parsed<typeof requests.listDemoRequests | typeof inquiries.listInquiries>['query']

const rowsShown = ({ table }: Pick<Inbox, 'table'>) => ({
  from: sql`${table}`,
  id: table.id,
  where: isNull(table.deletedAt),
})

/** `me` is the reader, who may ask for what is assigned to them. */
export async function listConversations<Row extends ConversationRow, Presented extends object>(
  db: Db,
  inbox: Inbox<Row, Presented>,
  query: ListQuery,
  me: string,
) {
  const { list, table, statuses, sorts } = inbox
  return readPage(db, query, {
    present: (row: Row & Joined & ListCounts) => present(inbox, row),
    rows: {
      ...rowsShown(inbox),
      order: orderOf(sorts, table.id, query.sort ?? '-createdAt'),
      select: selectPicked(inbox, db),
    },
    tabs: {
      stored: list,
      statuses,
      countBy: sql`case when ${table.spam} then 'spam ' else '' end || ${table.status}`,
      count: (counts) => countTabs(counts, query, statuses),
      countAll: (counts) => countTabs(counts, {}, statuses).all ?? 0,
    },
    preparedSort: '-createdAt',
    // Suspected spam and the rows of one assignee are few, and indexed by their time only.
    areFiltersIndexed: query.spam === 'true' || query.assignee !== undefined,
    search: [table.search],
    tab: and(
      query.status ? eq(table.status, query.status) : undefined,
      // Without a parameter, so that the index of suspected spam serves it.
      query.spam && (query.spam === 'true' ? sql`${table.spam}` : sql`not ${table.spam}`),
    ),
    filters: query.assignee && eq(table.assigneeId, me),
  })
}

/** The counts of the rows that `spam` leaves, and how many of the status are suspected spam. */
function countTabs(counts: Counts, { spam, status }: ListQuery, statuses: readonly string[]): Counts {
  const wanted = tabCounts(counts, statuses)
  const suspected = tabCounts(Object.fromEntries(statuses.map((name) => [name, counts[`spam ${name}`] ?? 0])), statuses)
  const countTab = (name: string) => {
    if (spam === 'true') return suspected[name] ?? 0
    return (wanted[name] ?? 0) + (spam === 'false' ? 0 : (suspected[name] ?? 0))
  }
  const tabs = Object.fromEntries(['all', ...statuses].map((name) => [name, countTab(name)]))
  return { ...tabs, spam: suspected[status ?? 'all'] ?? 0 }
}

export const streamConversations = <Row extends ConversationRow, Presented extends object>(
  db: Db,
  inbox: Inbox<Row, Presented>,
) =>
  streamRows({
    ...rowsShown(inbox),
    ...newestFirst(inbox.table),
    select: selectPicked(inbox, db, selectTimeline(inbox)),
    present: (row: Row & Joined) => presentWhole(inbox, row),
  })

export async function readConversation<Row extends ConversationRow, Presented extends object>(
  db: Db,
  inbox: Inbox<Row, Presented>,
  id: string,
) {
  const { table } = inbox
  const [row] = await selectRows(inbox, db, { timeline: selectTimeline(inbox) }).where(
    and(eq(table.id, id), isNull(table.deletedAt)),
  )
  if (!row) throw notFound(inbox.noun)
  return presentWhole(inbox, row as unknown as Row & Joined)
}

/** Holds the row until the transaction ends. A deleted one is found only where `deleted` says so. */
export async function lockConversation<Row extends ConversationRow>(
  tx: Tx,
  { table, columns, noun }: Inbox<Row>,
  id: string,
  { deleted = false } = {},
): Promise<Row> {
  const [row] = (await tx.select(columns).from(table).where(eq(table.id, id)).for('update')) as unknown as Row[]
  if (!row || (row.deletedAt && !deleted)) throw notFound(noun)
  return row
}

export const saveConversation = (
  tx: Tx,
  { table }: Pick<Inbox, 'table'>,
  id: string,
  changed: Partial<ConversationRow>,
) =>
  tx
    .update(table)
    .set({ ...changed, version: sql`${table.version} + 1` })
    .where(eq(table.id, id))

function present<Row extends ConversationRow, Presented extends object>(
  inbox: Inbox<Row, Presented>,
  row: Row & Joined,
) {
  const { id: _id, email, stream, status, spam, version }: Pick<Row, SharedColumn> = row
  return {
    _id,
    email,
    stream,
    status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    assignee: presentAssignee(row),
    spam,
    version,
    ...inbox.present(row),
  }
}

function presentWhole<Row extends ConversationRow, Presented extends object>(
  inbox: Inbox<Row, Presented>,
  row: Row & Joined,
) {
  const { entries, all } = row.timeline ?? { entries: [], all: 0 }
  return {
    ...present(inbox, row),
    // JSON writes a moment in another form.
    responseTimeline: entries.map((entry) => ({ ...entry, createdAt: new Date(entry.createdAt).toISOString() })),
    earlierEntries: all - entries.length,
  }
}

function presentAssignee({ assignee, person }: { assignee: string; person: Person | null }): Assignee[] {
  if (person) return [{ _id: person.id, name: fullName(person), imageUrl: person.image, role: roleLabels[person.role] }]
  return assignee === '' ? [] : [{ name: assignee, imageUrl: '', role: '' }]
}

type EntryRow = typeof responseEntries.$inferSelect
type NewEntry = Pick<EntryRow, 'status' | 'assignee' | 'note' | 'reviewedBy' | 'fromWebsite' | 'mailId'> &
  Partial<Pick<EntryRow, 'answer' | 'savedBy' | 'previous' | 'takesBack'>>

/** The time is always the server's. */
export const appendEntry = (tx: Tx, owner: ReturnType<Inbox['ownerOfEntry']>, entry: NewEntry) =>
  tx.insert(responseEntries).values({ id: newId(), ...owner, ...entry, createdAt: tx.at })

/** Staff may answer as often as they like, so no answer holds a whole timeline. */
const ENTRIES_PER_PAGE = 20

/** The newest entries of each row of a query that joins another table, oldest first. */
const selectTimeline = ({ entryOwner, table: { id } }: Pick<Inbox, 'entryOwner' | 'table'>) =>
  sql<Timeline>`(select json_build_object('all', (select count(*) from ${responseEntries} where ${entryOwner} = ${id}),
      'entries', coalesce(json_agg(json_build_object('_id', e.id, 'status', e.status, 'assignee', e.assignee,
        'note', e.note, 'answer', e.answer, 'createdAt', e.created_at, 'reviewedBy', e.reviewed_by,
        'fromWebsite', e.from_website, 'takesBack', e.takes_back is not null,
        'takenBack', exists (select from ${responseEntries} u where u.takes_back = e.id), 'mailStatus', ${mailTable.status}) order by e.created_at, e.id), '[]'))
    from (select * from ${responseEntries} where ${entryOwner} = ${id}
      order by created_at desc, id desc limit ${ENTRIES_PER_PAGE}) e
    left join ${mailTable} on ${mailTable.id} = e.mail_id)`

const isTakenBack = sql<boolean>`exists (select from ${responseEntries} u where u.takes_back = ${responseEntries.id})`

/** A page of a timeline, newest first. The cursor is the last entry of the page before. */
export async function listTimeline(
  db: Db,
  { table, entryOwner, noun }: Pick<Inbox, 'table' | 'entryOwner' | 'noun'>,
  conversationId: string,
  cursor: string | undefined,
) {
  const isShown = and(eq(table.id, conversationId), isNull(table.deletedAt))
  if ((await db.$count(table, isShown)) === 0) throw notFound(noun)
  const { createdAt, id } = responseEntries
  const isOwned = eq(entryOwner, conversationId)
  const lastEntry = (entryId: string) =>
    db
      .select({ createdAt, id })
      .from(responseEntries)
      .where(and(isOwned, eq(id, entryId)))
  const rows = await db
    .select({ entry: responseEntries, mailStatus: mailTable.status, takenBack: isTakenBack })
    .from(responseEntries)
    .leftJoin(mailTable, eq(mailTable.id, responseEntries.mailId))
    .where(and(isOwned, cursor ? sql`(${createdAt}, ${id}) < ${lastEntry(cursor)}` : undefined))
    .orderBy(desc(createdAt), desc(id))
    .limit(ENTRIES_PER_PAGE + 1)
  const page = rows.slice(0, ENTRIES_PER_PAGE).map(presentEntry)
  return { data: page, meta: rows.length > ENTRIES_PER_PAGE ? { cursor: page.at(-1)?._id } : {} }
}

interface ReadEntry {
  entry: EntryRow
  mailStatus: MailStatus | null
  takenBack: boolean
}

const presentEntry = ({ entry, mailStatus, takenBack }: ReadEntry): ResponseEntry => ({
  ...entry,
  _id: entry.id,
  createdAt: entry.createdAt.toISOString(),
  mailStatus,
  takenBack,
  takesBack: entry.takesBack !== null,
})

export const demoRequestSource: SearchSource = {
  type: 'demoRequest',
  permission: 'communication.read',
  table: demoRequests,
  where: isNull(demoRequests.deletedAt),
  title: fullNameOf(demoRequests),
  detail: detailOf(demoRequests.organization, demoRequests.email),
  status: demoRequests.status,
  search: demoRequests.search,
  names: requestNames,
}

export const inquirySource: SearchSource = {
  type: 'contactInquiry',
  permission: 'communication.read',
  table: contactInquiries,
  where: isNull(contactInquiries.deletedAt),
  title: contactInquiries.name,
  detail: detailOf(contactInquiries.inquiryType, contactInquiries.email),
  status: contactInquiries.status,
  search: contactInquiries.search,
  names: inquiryNames,
}
