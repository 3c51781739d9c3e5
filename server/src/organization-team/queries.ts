import {
  type Member,
  type MembersQuery,
  type MemberWithLock,
  memberStatuses,
  OWNER_ROLE,
} from '@hikmah/contract/organization-team'
import { fullName } from '@hikmah/contract/words'
import { and, asc, eq, getTableColumns, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { byFullName, fullNameOf } from '../kit/db/columns.ts'
import { type Db, kept } from '../kit/db/db.ts'
import { existing, notFound, type Refusal } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import { isPaged, orderOf, selectPicked } from '../kit/list/rows.ts'
import { detailOf, type SearchSource } from '../kit/list/search.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { organizations } from '../organizations/table.ts'
import { isLockedOut } from '../sign-in/lockout.ts'
import { memberNames, members } from './table.ts'

const { search: _search, ...wholeRow } = getTableColumns(members)
export type MemberRow = Omit<typeof members.$inferSelect, 'search'>

const fields = {
  name: byFullName(members),
  userName: [members.userName],
  createdAt: [members.createdAt],
}
const status = sql`case when ${members.confirmedAt} is null then 'inactive' else 'active' end`

const selectRows = (db: Db) => selectPicked(db, members, wholeRow)

/** The members of an organization, oldest first: all of them, or a page where one is asked for. */
export async function listMembers(db: Db, { orgId, ...query }: z.infer<typeof MembersQuery>) {
  const isTheirs = eq(members.organizationId, orgId)
  if (!isPaged(query)) {
    const rows = await kept(
      db.select(wholeRow).from(members).where(isTheirs).orderBy(asc(members.createdAt), asc(members.id)),
    )
    return { data: rows.map(presentMember) }
  }
  const { sort = 'createdAt' } = query
  return readPage(db, query, {
    rows: {
      from: sql`${members}`,
      id: members.id,
      order: orderOf(fields, members.id, sort),
      select: selectRows(db),
    },
    ownedBy: { column: members.organizationId, id: orgId },
    present: presentMember,
    tabs: { statuses: memberStatuses, countBy: status },
    preparedSort: 'createdAt',
    tab: query.status && sql`${status} = ${query.status}`,
    search: [members.search],
  })
}

const readMember = async (db: Db, id: string): Promise<MemberRow> =>
  existing(await kept(db.select(wholeRow).from(members).where(eq(members.id, id))), 'member')

export async function readMemberWithLock(db: Db, id: string, now: Date): Promise<MemberWithLock> {
  const locked = isLockedOut(members.userName, now, 'member')
  const rows = await db
    .select({ ...wholeRow, locked })
    .from(members)
    .where(eq(members.id, id))
  const row = existing(rows, 'member')
  return { ...presentMember(row), locked: row.locked }
}

/** Every change to a team goes through its organization's row, so that two of them cannot undo each other's premise. */
export async function lockTeam(tx: Tx, organizationId: string, missing: () => Refusal) {
  const [row] = await tx
    .select({ id: organizations.id, name: organizations.name, status: organizations.status })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    // Weaker than `update`, which a new session of a member would have to wait for.
    .for('no key update')
  if (!row) throw missing()
  return row
}

export async function lockMember(tx: Tx, id: string) {
  const { organizationId } = await readMember(tx, id)
  const organization = await lockTeam(tx, organizationId, () => notFound('member'))
  const row = existing(await tx.select(wholeRow).from(members).where(eq(members.id, id)).for('update'), 'member')
  return { member: row, organization }
}

export async function findMember(db: Db, organizationId: string, userName: string): Promise<MemberRow | undefined> {
  const [row] = await db
    .select(wholeRow)
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userName, userName)))
  return row
}

export const CODE_GOOD_FOR_DAYS = 14

/** Invites that waited are as good as if they were sent now. */
export const restartInvites = (tx: Tx, organizationId: string, userNames: string[], from: Date) =>
  tx
    .update(members)
    .set({ codeExpiresAt: secondsAfter(from, CODE_GOOD_FOR_DAYS * DAY_S), invitedAt: from })
    .where(and(eq(members.organizationId, organizationId), inArray(members.userName, userNames)))

const owns = sql`${members.roles} @> ${JSON.stringify([{ roles: OWNER_ROLE }])}::jsonb`

/** The organizations that a person owns, whether or not the access is revoked at the moment; the oldest first. */
export const listOwnedBy = (db: Db, userName: string) =>
  kept(
    db
      .select({ _id: organizations.id, orgName: organizations.name })
      .from(members)
      .innerJoin(organizations, eq(organizations.id, members.organizationId))
      .where(and(eq(members.userName, userName), isNotNull(members.confirmedAt), owns))
      .orderBy(asc(organizations.createdAt), asc(organizations.id)),
  )

/** Another one who has confirmed and may sign in, in whichever application. */
export async function hasOtherOwner(db: Db, { id, organizationId }: MemberRow): Promise<boolean> {
  const [otherOwner] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        ne(members.id, id),
        owns,
        isNotNull(members.confirmedAt),
        members.consoleAccess,
      ),
    )
    .limit(1)
  return otherOwner !== undefined
}

const CAN_SIGN_IN = and(isNotNull(members.confirmedAt), members.consoleAccess, isNotNull(members.passwordHash))

const selectSignInMembers = (db: Db) =>
  db
    .select({ ...wholeRow, orgName: organizations.name, orgStatus: organizations.status })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))

/** A hash of the same person's in another organization, if there is one. */
export async function findPasswordHash(db: Db, userName: string): Promise<string | undefined> {
  const [row] = await db
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(and(eq(members.userName, userName), isNotNull(members.passwordHash)))
    .limit(1)
  return row?.passwordHash ?? undefined
}

export type SignInMember = Awaited<ReturnType<typeof selectSignInMembers>>[number] & { passwordHash: string }

/** The memberships by which somebody may sign in, the oldest first. */
export const findSignInMembers = (db: Db, userName: string) =>
  selectSignInMembers(db)
    .where(and(eq(members.userName, userName), CAN_SIGN_IN))
    .orderBy(asc(members.createdAt), asc(members.id)) as Promise<SignInMember[]>

/** Holds a member while a session is opened, so that none is opened by what has just become void. */
export async function holdSignInMember(tx: Tx, id: string): Promise<SignInMember | undefined> {
  const [row] = await selectSignInMembers(tx)
    .where(and(eq(members.id, id), CAN_SIGN_IN))
    .for('no key update', { of: members })
  return row as SignInMember | undefined
}

export const aboutMember = (member: Pick<MemberRow, 'id' | 'firstName' | 'lastName' | 'organizationId'>) => ({
  entity: 'member' as const,
  entityId: member.id,
  entityName: fullName(member),
  organizationId: member.organizationId,
})

export const presentMember = (row: MemberRow): Member => ({
  _id: row.id,
  orgId: row.organizationId,
  name: { firstName: row.firstName, lastName: row.lastName },
  userName: row.userName,
  imageDetails: { image: row.image },
  role: row.roles,
  userConfirmed: row.confirmedAt !== null,
  consoleAccess: row.consoleAccess,
  invitedAt: row.invitedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
})

export const memberSource: SearchSource = {
  type: 'member',
  permission: 'organization-team.read',
  table: members,
  title: fullNameOf(members),
  detail: detailOf(
    members.userName,
    sql`(select ${organizations.name} from ${organizations} where ${organizations.id} = ${members.organizationId})`,
  ),
  organizationId: members.organizationId,
  search: members.search,
  names: memberNames,
}
