import { can, type StaffRole } from '@hikmah/contract/permissions'
import { type StaffMember, type StaffQuery, StaffStatus } from '@hikmah/contract/staff'
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type StaffRow, staff, staffNames } from '../accounts/table.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { byFullName, fullNameOf } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import { type Order, orderOf, orderTerms, selectPicked } from '../kit/list/rows.ts'
import type { SearchSource } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { FILE_URL, type MediaUsers, mediaUrl } from '../media/queries.ts'
import { isLockedOut } from '../sign-in/lockout.ts'
import { presentUser } from '../sign-in/queries.ts'

type Query = z.infer<typeof StaffQuery>

export interface View {
  role: StaffRole
  now: Date
}

const byName = byFullName(staff)
const fields = {
  name: byName,
  userName: [staff.userName],
  role: [staff.rank, ...byName],
  createdAt: [staff.createdAt],
}
/** Owners first, then by name. */
const usual: Order = [sql`(${staff.rank} > 1)`, ...byName, staff.id].map((by) => ({ by, way: 'asc' }))

const withLock = (now: Date) => ({ ...getTableColumns(staff), locked: isLockedOut(staff.userName, now) })

const selectRows = (db: Db, now: Date) => selectPicked(db, staff, withLock(now))

export const listStaff = (db: Db, query: Query, view: View) =>
  readPage(db, query, {
    rows: {
      from: sql`${staff}`,
      id: staff.id,
      order: query.sort ? orderOf(fields, staff.id, query.sort) : usual,
      select: selectRows(db, view.now),
    },
    present: (row) => presentStaff(row, view),
    tabs: { stored: 'staff', statuses: StaffStatus.options, countBy: staff.status },
    tab: query.status && eq(staff.status, query.status),
    search: [staff.search],
  })

/** The whole console team: as many as work for the provider, so they need no streaming. */
export const listAllStaff = async (db: Db, view: View): Promise<StaffMember[]> =>
  (
    await db
      .select(withLock(view.now))
      .from(staff)
      .orderBy(...orderTerms(usual))
  ).map((row) => presentStaff(row, view))

export async function readStaffMember(db: Db, id: string, view: View): Promise<StaffMember> {
  const row = existing(await db.select(withLock(view.now)).from(staff).where(eq(staff.id, id)), 'team member')
  return presentStaff(row, view)
}

/** The member as the caller of a write sees it, after what the write did. */
export const readChanged = (tx: Tx, id: string, { role }: Pick<StaffActor, 'role'>) =>
  readStaffMember(tx, id, { role, now: tx.at })

export async function findStaff(db: Db, userName: string): Promise<StaffRow | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.userName, userName))
  return row
}

export const readStaffRow = async (db: Db, id: string): Promise<StaffRow> =>
  existing(await db.select().from(staff).where(eq(staff.id, id)), 'team member')

export const lockStaff = async (tx: Tx, id: string): Promise<StaffRow> =>
  existing(await tx.select().from(staff).where(eq(staff.id, id)).for('update'), 'team member')

export const staffWithImage: MediaUsers = {
  async find(db, mediaId) {
    const rows = await db
      .select({ id: staff.id, name: fullNameOf(staff) })
      .from(staff)
      .where(and(eq(staff.image, mediaUrl(mediaId)), ne(staff.image, '')))
      .orderBy(...byName, staff.id)
    return rows.map((row) => ({ entity: 'staff', ...row }))
  },
  uses: sql`select substring(${staff.image}, ${FILE_URL})::uuid, 'staff', ${staff.id}, ${fullNameOf(staff)}
    from ${staff} where ${staff.image} <> ''`,
}

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

export const staffSource: SearchSource = {
  type: 'staff',
  permission: 'staff.read',
  table: staff,
  title: fullNameOf(staff),
  detail: sql`${staff.userName}`,
  search: staff.search,
  names: staffNames,
}
