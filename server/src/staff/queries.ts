import { can, type StaffRole } from '@hikmah/contract/permissions'
import { type StaffMember, type StaffQuery, StaffStatus } from '@hikmah/contract/staff/schemas'
import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { notFound } from '../kit/http/refusal.ts'
import { listMeta, matches, orderOf, pagingOf, readCounts } from '../kit/list/list.ts'
import { isLockedOut } from '../sign-in/lockout.ts'
import { presentUser } from '../sign-in/queries.ts'
import { type StaffRow, staff } from './table.ts'

type Query = z.infer<typeof StaffQuery>

/** Who looks, and when: it decides what of a person is shown. */
export interface View {
  role: StaffRole
  now: Date
}

const byName = [staff.firstName, staff.lastName]
const fields = {
  name: byName,
  userName: [staff.userName],
  role: [staff.rank, ...byName],
  createdAt: [staff.createdAt],
}
/** Owners first, then by name. */
const usual = [sql`(${staff.rank} > 1)`, ...byName.map((column) => sql`${column}`), sql`${staff.id}`]

const filterOf = ({ q, status }: Query) =>
  and(q ? matches(staff.search, q) : undefined, status ? eq(staff.status, status) : undefined)

const withLock = (db: Db, now: Date) =>
  db.select({ ...getTableColumns(staff), locked: isLockedOut(staff.userName, now) }).from(staff)

export async function listStaff(db: Db, query: Query, view: View) {
  const paging = pagingOf(query)
  const filter = filterOf(query)
  const [rows, counts, matching] = await Promise.all([
    withLock(db, view.now)
      .where(filter)
      .orderBy(...(query.sort ? orderOf(fields, staff.id, query.sort) : usual))
      .limit(paging.limit)
      .offset(paging.offset),
    readCounts(db, 'staff', StaffStatus.options),
    query.q ? countStaff(db, filter) : undefined,
  ])
  const total = matching ?? counts[query.status ?? 'all'] ?? 0
  return { data: rows.map((row) => presentStaff(row, view)), meta: listMeta(paging, total, counts) }
}

async function countStaff(db: Db, filter: SQL | undefined): Promise<number> {
  const [row] = await db.select({ all: count() }).from(staff).where(filter)
  return row?.all ?? 0
}

/** The whole console team: as many as work for the provider, so they need no streaming. */
export const listAllStaff = async (db: Db, view: View): Promise<StaffMember[]> =>
  (await withLock(db, view.now).orderBy(...usual)).map((row) => presentStaff(row, view))

export async function readStaffMember(db: Db, id: string, view: View): Promise<StaffMember> {
  const [row] = await withLock(db, view.now).where(eq(staff.id, id))
  if (!row) throw notFound('team member')
  return presentStaff(row, view)
}

/** The member as the caller of a write sees it, after what the write did. */
export const readChanged = (tx: Tx, id: string, { role }: Pick<StaffActor, 'role'>) =>
  readStaffMember(tx, id, { role, now: tx.at })

export async function findStaff(db: Db, userName: string): Promise<StaffRow | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.userName, userName))
  return row
}

export async function readStaffRow(db: Db, id: string): Promise<StaffRow> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id))
  if (!row) throw notFound('team member')
  return row
}

/** Holds the row until the transaction ends, so that edits of one person follow each other. */
export async function lockStaff(tx: Tx, id: string): Promise<StaffRow> {
  const [row] = await tx.select().from(staff).where(eq(staff.id, id)).for('update')
  if (!row) throw notFound('team member')
  return row
}

export const aboutStaff = ({ id, userName }: Pick<StaffRow, 'id' | 'userName'>) => ({
  entity: 'staff',
  entityId: id,
  entityName: userName,
})

const NO_ADDRESS = { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }

/** Phone and address are for those who manage the team. */
function presentStaff(row: StaffRow & { locked: boolean }, { role }: View): StaffMember {
  const { permissions: _, ...user } = presentUser(row)
  return {
    ...user,
    ...(!can(role, 'staff.update') && { phoneNo: '', address: NO_ADDRESS }),
    // Made of columns that are never null.
    status: row.status!,
    locked: row.locked,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }
}
