import { TimeZone } from '@hikmah/contract/common'
import { type Permission, permissions } from '@hikmah/contract/permissions'
import type { CurrentUser, Session } from '@hikmah/contract/sign-in/schemas'
import { fullName } from '@hikmah/contract/words'
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { Db } from '../kit/db/db.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { PersonKind } from './lockout.ts'
import { signInChallenges, staffSessions } from './table.ts'

export const aboutStaff = ({ id, userName }: Pick<StaffRow, 'id' | 'userName'>) => ({
  entity: 'staff' as const,
  entityId: id,
  entityName: userName,
})

/** Who signs in, by name. */
export const aboutSignIn = (person: Pick<StaffRow, 'id' | 'userName' | 'firstName' | 'lastName'>) => ({
  ...aboutStaff(person),
  entityName: fullName(person) || person.userName,
})

/** A session ends after this long without a call (security.md §1). */
export const IDLE_S = 3600

/** Somebody who may sign in: verified and not revoked. */
export async function findSignInStaff(db: Db, userName: string): Promise<StaffRow | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.userName, userName))
  return row?.access === 'active' && row.verifiedAt ? row : undefined
}

/**
 * Holds the person while a session is opened or all are ended, so that none is opened by what has just become void.
 * Undefined if the person may no longer sign in. Held before anything else of the person, so that there is no deadlock.
 */
export async function holdSignInStaff(tx: Tx, id: string): Promise<StaffRow | undefined> {
  const [row] = await tx.select().from(staff).where(eq(staff.id, id)).for('no key update')
  return row?.status === 'active' ? row : undefined
}

/** For the hour of the daily digest. */
export async function keepTimeZone(tx: Tx, person: StaffRow, timeZone: string): Promise<void> {
  if (timeZone === person.timeZone || !TimeZone.safeParse(timeZone).success) return
  await tx.update(staff).set({ timeZone }).where(eq(staff.id, person.id))
}

export async function readStaff(db: Db, id: string): Promise<StaffRow> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id))
  if (!row) throw new Error(`staff ${id} is gone although its session lives`)
  return row
}

/** What a code that was mailed is for: signing in, or a new password, which only members choose by a code of their own. */
export type CodeKind = PersonKind | 'member-reset'

/** The challenges that were sent to that name and not used yet. */
export const isUnusedOf = (kind: CodeKind, userName: string) => {
  const { staffId, memberIds, isReset } = signInChallenges
  return and(
    eq(signInChallenges.userName, userName),
    isNull(signInChallenges.usedAt),
    isNotNull(kind === 'staff' ? staffId : memberIds),
    eq(isReset, kind === 'member-reset'),
  )
}

const isOpenFor = (kind: CodeKind, userName: string, now: Date) =>
  and(isUnusedOf(kind, userName), gt(signInChallenges.expiresAt, now))

export async function findChallengeByToken(db: Db, kind: PersonKind, userName: string, tokenHash: string, now: Date) {
  const [row] = await db
    .select()
    .from(signInChallenges)
    .where(and(eq(signInChallenges.tokenHash, tokenHash), isOpenFor(kind, userName, now)))
  return row
}

export async function findLatestChallenge(db: Db, kind: CodeKind, userName: string, now: Date) {
  const [row] = await db
    .select()
    .from(signInChallenges)
    .where(isOpenFor(kind, userName, now))
    .orderBy(desc(signInChallenges.createdAt))
    .limit(1)
  return row
}

export async function listLiveSessions(db: Db, staffId: string, currentId: string, now: Date): Promise<Session[]> {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        isNull(staffSessions.revokedAt),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.lastUsedAt, secondsAfter(now, -IDLE_S)),
      ),
    )
    .orderBy(desc(staffSessions.createdAt))
  return rows.map((row) => ({
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    ip: row.ip,
    browser: row.browser,
    operatingSystem: row.operatingSystem,
    current: row.id === currentId,
  }))
}

const rolePermissions = (role: StaffRow['role']) =>
  (Object.keys(permissions) as Permission[]).filter((permission) =>
    (permissions[permission] as readonly string[]).includes(role),
  )

export function presentUser(row: StaffRow): CurrentUser {
  const { line1 = '', line2 = '', city = '', state = '', postalCode = '', country = '' } = row.address
  return {
    _id: row.id,
    userName: row.userName,
    name: { firstName: row.firstName, lastName: row.lastName },
    role: [{ application: 'HIKMAH', roles: row.role }],
    access: row.access,
    imageDetails: { image: row.image },
    phoneNo: row.phone,
    address: { line1, line2, city, state, postalCode, country },
    permissions: rolePermissions(row.role),
    passwordSetByOther: row.passwordSetByOther,
    version: row.version,
  }
}
