import {
  type DemoRequest,
  type DemoRequestRow,
  DemoRequestStatus,
  type DemoRequestsQuery,
} from '@hikmah/contract/demo-requests/schemas'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isSameThread } from '../communication/intake.ts'
import { olderThan, readMeta, shownIn } from '../communication/list.ts'
import { personColumns, presentAssignee, readTimeline } from '../communication/queries.ts'
import { BATCH_ROWS, inBatches } from '../kit/db/batches.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { notFound } from '../kit/http/refusal.ts'
import { orderOf, pagingOf } from '../kit/list/list.ts'
import { staff } from '../staff/table.ts'
import { demoRequests } from './table.ts'

const { search: _search, ...columns } = getTableColumns(demoRequests)
const { id, firstName, lastName, organization, status, createdAt, updatedAt, deletedAt } = columns
export type RequestTableRow = Omit<typeof demoRequests.$inferSelect, 'search'>

const fields = {
  name: [firstName, lastName],
  organizationName: [organization],
  status: [status, createdAt],
  createdAt: [createdAt],
  updatedAt: [updatedAt],
}

const withAssignee = (db: Db) =>
  db
    .select({ ...columns, person: personColumns })
    .from(demoRequests)
    .leftJoin(staff, eq(staff.id, demoRequests.assigneeId))
type ListRow = Awaited<ReturnType<typeof withAssignee>>[number]

export async function listDemoRequests(db: Db, query: z.infer<typeof DemoRequestsQuery>) {
  const { limit, offset } = pagingOf(query)
  const rows = await withAssignee(db)
    .where(shownIn(demoRequests, query))
    .orderBy(...orderOf(fields, id, query.sort ?? '-createdAt'))
    .limit(limit)
    .offset(offset)
  const meta = await readMeta(db, 'demo-requests', demoRequests, query, DemoRequestStatus.options)
  return { data: rows.map(presentRow), meta }
}

/** Every demo request, newest first. */
export async function* streamDemoRequests(db: Db): AsyncGenerator<DemoRequestRow> {
  const rows = inBatches<ListRow>((last) =>
    withAssignee(db).where(olderThan(demoRequests, last)).orderBy(desc(createdAt), desc(id)).limit(BATCH_ROWS),
  )
  for await (const row of rows) yield presentRow(row)
}

export async function readDemoRequest(db: Db, demoRequestId: string): Promise<DemoRequest> {
  const [row] = await withAssignee(db).where(and(eq(id, demoRequestId), isNull(deletedAt)))
  if (!row) throw notFound('demo request')
  return { ...presentRow(row), responseTimeline: await readTimeline(db, { demoRequestId }) }
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
    .where(isSameThread(demoRequests, tx, email, spam))
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
