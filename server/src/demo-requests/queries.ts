import {
  type DemoRequest,
  type DemoRequestRow,
  DemoRequestStatus,
  type DemoRequestsQuery,
} from '@hikmah/contract/demo-requests'
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staff } from '../accounts/table.ts'
import { isSameThread } from '../communication/intake.ts'
import {
  type KeptTimeline,
  listTimeline,
  pagesOf,
  personColumns,
  presentAssignee,
  presentTimeline,
  streamOf,
  timelineOf,
} from '../communication/queries.ts'
import { responseEntries } from '../communication/table.ts'
import { byFullName, fullNameOf, inAnyCase } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { orderOf } from '../kit/list/paging.ts'
import { type Picked, type PickedMeta, streamRows } from '../kit/list/pick-rows.ts'
import { readPage } from '../kit/list/read-page.ts'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import type { Tx } from '../kit/write/tx.ts'
import { demoRequests, requestNames } from './table.ts'

const { search: _search, ...columns } = getTableColumns(demoRequests)
const { id, firstName, lastName, organization, status, createdAt, updatedAt, deletedAt } = columns
export type RequestTableRow = Omit<typeof demoRequests.$inferSelect, 'search'>

const fields = {
  name: byFullName({ firstName, lastName }),
  organizationName: [inAnyCase(organization)],
  status: [status, createdAt],
  createdAt: [createdAt],
  updatedAt: [updatedAt],
}

const withAssignee = { ...columns, person: personColumns }
const timeline = timelineOf(responseEntries.demoRequestId, id)

const rows =
  (db: Db, entries: SQL<KeptTimeline | null> = sql`null`) =>
  (picked: Picked) =>
    db
      .select({ ...withAssignee, entries, ...picked.meta })
      .from(demoRequests)
      .innerJoin(picked.from, eq(id, picked.id))
      .leftJoin(staff, eq(staff.id, demoRequests.assigneeId))
      .orderBy(...picked.order)
type ListRow = Omit<Awaited<ReturnType<ReturnType<typeof rows>>>[number], keyof PickedMeta | 'entries'>

/** `me` is whose list it is, where it asks for what is assigned to them. */
export async function listDemoRequests(db: Db, query: z.infer<typeof DemoRequestsQuery>, me: string) {
  const page = await readPage(db, query, {
    ...pagesOf('demo-requests', demoRequests, { ...query, me }, DemoRequestStatus.options),
    order: orderOf(fields, id, query.sort ?? '-createdAt'),
    rows: rows(db),
  })
  return { data: page.rows.map(presentRow), meta: page.meta }
}

/** Every demo request, newest first. */
export async function* streamDemoRequests(db: Db): AsyncGenerator<DemoRequest> {
  const all = streamRows({ ...streamOf(demoRequests), rows: rows(db, timeline) })
  for await (const row of all) yield { ...presentRow(row), ...presentTimeline(row.entries) }
}

export async function readDemoRequest(db: Db, demoRequestId: string): Promise<DemoRequest> {
  const [row] = await db
    .select({ ...withAssignee, entries: timeline })
    .from(demoRequests)
    .leftJoin(staff, eq(staff.id, demoRequests.assigneeId))
    .where(and(eq(id, demoRequestId), isNull(deletedAt)))
  if (!row) throw notFound('demo request')
  return { ...presentRow(row), ...presentTimeline(row.entries) }
}

export async function listDemoRequestTimeline(db: Db, demoRequestId: string, cursor: string | undefined) {
  const isThere = and(eq(id, demoRequestId), isNull(deletedAt))
  if ((await db.$count(demoRequests, isThere)) === 0) throw notFound('demo request')
  return listTimeline(db, eq(responseEntries.demoRequestId, demoRequestId), cursor)
}

/** Holds the row until the transaction ends. A deleted one is found only where `deleted` says so. */
export async function lockDemoRequest(
  tx: Tx,
  demoRequestId: string,
  { deleted = false } = {},
): Promise<RequestTableRow> {
  const [row] = await tx.select(columns).from(demoRequests).where(eq(id, demoRequestId)).for('update')
  if (!row || (row.deletedAt && !deleted)) throw notFound('demo request')
  return row
}

/** The request that another one of the same sender joins. */
export async function lockThread(tx: Tx, email: string, spam: boolean): Promise<RequestTableRow | undefined> {
  const [row] = await tx
    .select(columns)
    .from(demoRequests)
    .where(isSameThread(demoRequests, responseEntries.demoRequestId, tx, email, spam))
    .orderBy(desc(createdAt))
    .limit(1)
    .for('update')
  return row
}

export const saveDemoRequest = (tx: Tx, demoRequestId: string, changed: Partial<RequestTableRow>) =>
  tx
    .update(demoRequests)
    .set({ ...changed, version: sql`${demoRequests.version} + 1` })
    .where(eq(id, demoRequestId))

const presentRow = (row: ListRow): DemoRequestRow => ({
  _id: row.id,
  name: { firstName: row.firstName, lastName: row.lastName },
  email: row.email,
  phoneNo: row.phone,
  organizationName: row.organization,
  applications: row.applications,
  stream: row.stream,
  schedule: { date: row.scheduleDate, time: row.scheduleTime },
  queries: row.queries,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  assignee: presentAssignee(row),
  spam: row.spam,
  version: row.version,
})

export const demoRequestSource: SearchSource = {
  type: 'demoRequest',
  permission: 'communication.read',
  from: demoRequests,
  id: demoRequests.id,
  createdAt: demoRequests.createdAt,
  where: isNull(demoRequests.deletedAt),
  title: fullNameOf(demoRequests),
  detail: detailOf(demoRequests.organization, demoRequests.email),
  search: demoRequests.search,
  names: requestNames,
}
