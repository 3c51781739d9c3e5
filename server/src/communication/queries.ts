import type { Assignee, ResponseEntry } from '@hikmah/contract/communication'
import type { MailStatus } from '@hikmah/contract/mails'
import { roleLabels } from '@hikmah/contract/permissions'
import { fullName } from '@hikmah/contract/words'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { boolean, integer, type PgColumn, type PgTable, text, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { moment } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { type Counts, tabCounts } from '../kit/list/list-counts.ts'
import { newestFirst } from '../kit/list/pick-rows.ts'
import { mailTable } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import { responseEntries } from './table.ts'

/** Whose entry it is. */
export type Owner = { demoRequestId: string } | { inquiryId: string }

type EntryRow = typeof responseEntries.$inferSelect
type NewEntry = Pick<EntryRow, 'status' | 'assignee' | 'note' | 'reviewedBy' | 'fromWebsite' | 'mailId'>

/** The time is always the server's. */
export const appendEntry = (tx: Tx, owner: Owner, entry: NewEntry) =>
  tx.insert(responseEntries).values({ id: newId(), ...owner, ...entry, createdAt: tx.at })

/** Staff may answer as often as they like, so no answer holds a whole timeline. */
const PAGE = 20

export interface KeptTimeline {
  entries: ResponseEntry[]
  all: number
}

/** The newest entries of each row of a query that joins another table, oldest first. `owner` is the column of the entries. */
export const timelineOf = (owner: PgColumn, id: PgColumn) =>
  sql<KeptTimeline>`(select json_build_object('all', (select count(*) from ${responseEntries} where ${owner} = ${id}),
      'entries', coalesce(json_agg(json_build_object('_id', e.id, 'status', e.status, 'assignee', e.assignee,
        'note', e.note, 'createdAt', e.created_at, 'reviewedBy', e.reviewed_by, 'fromWebsite', e.from_website,
        'mailStatus', ${mailTable.status}) order by e.created_at, e.id), '[]'))
    from (select * from ${responseEntries} where ${owner} = ${id} order by created_at desc, id desc limit ${PAGE}) e
    left join ${mailTable} on ${mailTable.id} = e.mail_id)`

/** Out of JSON its moments come in another form. */
export function presentTimeline(kept: KeptTimeline | null) {
  const { entries, all } = kept ?? { entries: [], all: 0 }
  return {
    responseTimeline: entries.map((entry) => ({ ...entry, createdAt: new Date(entry.createdAt).toISOString() })),
    earlierEntries: all - entries.length,
  }
}

/** A page of the entries that `isOwn` says, newest first. The cursor is the last one of the page before. */
export async function listTimeline(db: Db, isOwn: SQL, cursor: string | undefined) {
  const { createdAt, id } = responseEntries
  const rows = await db
    .select({ entry: responseEntries, mailStatus: mailTable.status })
    .from(responseEntries)
    .leftJoin(mailTable, eq(mailTable.id, responseEntries.mailId))
    .where(and(isOwn, cursor ? isBefore(db, isOwn, cursor) : undefined))
    .orderBy(desc(createdAt), desc(id))
    .limit(PAGE + 1)
  const page = rows.slice(0, PAGE).map(presentEntry)
  return { data: page, meta: rows.length > PAGE ? { cursor: page.at(-1)?._id } : {} }
}

function isBefore(db: Db, isOwn: SQL, cursor: string) {
  const { createdAt, id } = responseEntries
  const last = db
    .select({ createdAt, id })
    .from(responseEntries)
    .where(and(isOwn, eq(id, cursor)))
  return sql`(${createdAt}, ${id}) < ${last}`
}

const presentEntry = ({ entry, mailStatus }: { entry: EntryRow; mailStatus: MailStatus | null }): ResponseEntry => ({
  _id: entry.id,
  status: entry.status,
  assignee: entry.assignee,
  note: entry.note,
  createdAt: entry.createdAt.toISOString(),
  reviewedBy: entry.reviewedBy,
  fromWebsite: entry.fromWebsite,
  mailStatus,
})

/** The member of staff that a row is joined with, as they are now. */
export const personColumns = {
  id: staff.id,
  firstName: staff.firstName,
  lastName: staff.lastName,
  image: staff.image,
  role: staff.role,
}
type Person = Pick<typeof staff.$inferSelect, keyof typeof personColumns>

/** Nobody, DC Admin or a member of staff. */
export function presentAssignee({ assignee, person }: { assignee: string; person: Person | null }): Assignee[] {
  if (person) return [{ _id: person.id, name: fullName(person), imageUrl: person.image, role: roleLabels[person.role] }]
  return assignee === '' ? [] : [{ name: assignee, imageUrl: '', role: '' }]
}

/** What a demo request and a contact inquiry both have. */
export const sharedColumns = <Status extends string>() => ({
  id: uuid().primaryKey(),
  /** Lower case. */
  email: text().notNull(),
  phone: text().notNull(),
  stream: text().notNull(),
  status: text().$type<Status>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  assigneeId: uuid('assignee_id').references(() => staff.id),
  /** The name when it was given to somebody, empty before; shown where there is no `assigneeId`. */
  assignee: text().notNull().default(''),
  spam: boolean().notNull().default(false),
  deletedAt: moment('deleted_at'),
  version: integer().notNull().default(1),
})

interface Query {
  status?: string | undefined
  spam?: 'true' | 'false' | undefined
  assignee?: 'me' | undefined
  sort?: string | undefined
}

type Listed = PgTable & Record<'id' | 'status' | 'spam' | 'assigneeId' | 'createdAt' | 'deletedAt' | 'search', PgColumn>

/** Where the rows of such a list are found; deleted ones are nowhere. */
const shownIn = (table: Listed) => ({ from: sql`${table}`, id: table.id, where: isNull(table.deletedAt) })

/** What both lists have in common as pages. */
export const pagesOf = (
  list: string,
  table: Listed,
  { me, ...query }: Query & { me: string },
  statuses: readonly string[],
) => {
  const source = shownIn(table)
  return {
    ...source,
    list,
    isKept: true,
    statuses,
    usual: '-createdAt',
    // Suspected spam, and what one person has, is little and indexed by its time only.
    isSearched: query.spam === 'true' || query.assignee !== undefined,
    search: [table.search],
    countedAs: sql`case when ${table.spam} then 'spam ' else '' end || ${table.status}`,
    chosen: and(
      query.status ? eq(table.status, query.status) : undefined,
      // As a fact of the row and not a value, so that the index of suspected spam serves it.
      query.spam && (query.spam === 'true' ? sql`${table.spam}` : sql`not ${table.spam}`),
    ),
    narrowed: query.assignee && eq(table.assigneeId, me),
    tabs: (counts: Counts) => tabsOf(counts, query, statuses),
    whole: (kept: Counts) => tabsOf(kept, {}, statuses).all ?? 0,
  }
}

/** The counts of the rows that `spam` leaves, and how many of the status are suspected spam. */
function tabsOf(found: Counts, { spam, status = 'all' }: Query, statuses: readonly string[]): Counts {
  const wanted = tabCounts(found, statuses)
  const suspected = Object.fromEntries(statuses.map((status) => [status, found[`spam ${status}`] ?? 0]))
  const bad = tabCounts(suspected, statuses)
  const countOf = (name: string) => {
    if (spam === 'true') return bad[name] ?? 0
    return (wanted[name] ?? 0) + (spam === 'false' ? 0 : (bad[name] ?? 0))
  }
  const counts = Object.fromEntries(['all', ...statuses].map((name) => [name, countOf(name)]))
  return { ...counts, spam: bad[status] ?? 0 }
}

/** All of them, newest first. */
export const streamOf = (table: Listed) => ({ ...shownIn(table), ...newestFirst(table) })
