import type { Invite, InviteLog, InviteRow, InviteStatus, InvitesQuery } from '@hikmah/contract/invites/schemas'
import type { MailStatus } from '@hikmah/contract/mails/schemas'
import { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import { BATCH_ROWS, inBatches } from '../kit/db/batches.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { preparedQueries } from '../kit/db/prepared.ts'
import { notFound } from '../kit/http/refusal.ts'
import { listMeta, matches, orderOf, pagingOf, readCounts } from '../kit/list/list.ts'
import { organizations } from '../organizations/table.ts'
import { inviteStatusOf } from './rules.ts'
import { inviteLogs, invites } from './table.ts'

type Query = z.infer<typeof InvitesQuery>

const { search: _search, ...inviteColumns } = getTableColumns(invites)
export type InviteTableRow = Omit<typeof invites.$inferSelect, 'search'>

const fields = { orgName: [invites.orgName], orgAdmin: [invites.orgAdmin], createdAt: [invites.createdAt] }

/** Neither accepted nor revoked: what the unique indexes of the table speak of. */
export const isOpen = and(isNull(invites.acceptedAt), isNull(invites.revokedAt))

function hasStatus(status: InviteStatus): SQL | undefined {
  if (status === 'Invite Sent') return isOpen
  if (status === 'revoked') return isNotNull(invites.revokedAt)
  const wanted = status === 'accepted' ? 'approved' : status
  return sql`exists (select from organizations o where o.invite_id = invites.id and o.status = ${wanted})`
}

const filterOf = ({ q, status, invitedFrom, invitedTo }: Query) =>
  and(
    q ? matches(invites.search, q) : undefined,
    status && hasStatus(status),
    invitedFrom ? gte(invites.createdAt, new Date(invitedFrom)) : undefined,
    invitedTo ? lt(invites.createdAt, new Date(invitedTo)) : undefined,
  )

/** The picked rows with what became of them, which is looked up for these alone, however many a page skips. */
const withOutcome = (db: Db, where: SQL, order: SQL[]) =>
  db
    .select({
      ...inviteColumns,
      organizationId: organizations.id,
      organizationStatus: organizations.status,
      mailStatus: sql<MailStatus | null>`(select m.status from mails m where m.invite_id = ${invites.id}
        order by m.created_at desc, m.id desc limit 1)`,
    })
    .from(invites)
    .leftJoin(organizations, eq(organizations.inviteId, invites.id))
    .where(where)
    .orderBy(...order)

type WithOutcome = Awaited<ReturnType<typeof withOutcome>>[number]

function pageQuery(db: Db, filter: SQL | undefined, sort: NonNullable<Query['sort']>) {
  const order = orderOf(fields, invites.id, sort)
  const page = db
    .select({ id: invites.id })
    .from(invites)
    .where(filter)
    .orderBy(...order)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  return withOutcome(db, inArray(invites.id, page), order).prepare('')
}

/** The pages nearly everybody asks for: all, or all of one status. */
const plainPages = preparedQueries<ReturnType<typeof pageQuery>>()

/** A page of the list. The total is a maintained count where one fits, otherwise it is counted. */
export async function listInvites(db: Db, query: Query, now: Date) {
  const paging = pagingOf(query)
  const sort = query.sort ?? '-createdAt'
  const filter = filterOf(query)
  const isPlain = !query.q && !query.invitedFrom && !query.invitedTo
  const build = () => pageQuery(db, filter, sort)
  const page = isPlain ? plainPages(db, `${sort} ${query.status}`, build) : build()
  const [rows, counts, matching] = await Promise.all([
    page.execute({ limit: paging.limit, offset: paging.offset }),
    readInviteCounts(db),
    isPlain ? undefined : countInvites(db, filter),
  ])
  const total = matching ?? counts[query.status ?? 'all'] ?? 0
  return { data: rows.map((row) => presentRow(row, now)), meta: listMeta(paging, total, counts) }
}

/** Open and revoked invites are counted as invites, the accepted ones as the organizations they became. */
async function readInviteCounts(db: Db): Promise<Record<InviteStatus | 'all', number>> {
  const [own, became] = await Promise.all([
    readCounts(db, 'invites', ['Invite Sent', 'revoked']),
    readCounts(db, 'invited-organizations', OrganizationStatus.options),
  ])
  const { 'Invite Sent': sent = 0, revoked = 0 } = own
  const { onboarding = 0, approved: accepted = 0, blocked = 0 } = became
  const all = sent + onboarding + accepted + blocked + revoked
  return { all, 'Invite Sent': sent, onboarding, accepted, blocked, revoked }
}

async function countInvites(db: Db, filter: SQL | undefined): Promise<number> {
  const [row] = await db.select({ all: count() }).from(invites).where(filter)
  return row?.all ?? 0
}

/** Every invite, newest first. */
export async function* streamInvites(db: Db, now: Date): AsyncGenerator<InviteRow> {
  const order = [desc(invites.createdAt), desc(invites.id)]
  const batch = (last: WithOutcome | undefined) =>
    db
      .select({ id: invites.id })
      .from(invites)
      .where(
        last &&
          sql`(${invites.createdAt}, ${invites.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
      )
      .orderBy(...order)
      .limit(BATCH_ROWS)
  const rows = inBatches<WithOutcome>((last) => withOutcome(db, inArray(invites.id, batch(last)), order))
  for await (const row of rows) yield presentRow(row, now)
}

/** The codes are left out for those who may not send invites: with one a stranger could become the organization. */
export async function readInvite(db: Db, id: string, now: Date, { hideCodes = false } = {}): Promise<Invite> {
  const [row] = await withOutcome(db, eq(invites.id, id), [])
  if (!row) throw notFound('invite')
  const logs = await db
    .select()
    .from(inviteLogs)
    .where(eq(inviteLogs.inviteId, row.id))
    .orderBy(asc(inviteLogs.createdAt), asc(inviteLogs.id))
  const shown = (code: string) => (hideCodes ? '' : code)
  return {
    ...presentRow(row, now),
    invitationsDetails: {
      inviteAccessCode: shown(row.code),
      inviteLogs: logs.map((log) => ({ ...presentLog(log), inviteCode: shown(log.code) })),
    },
    version: row.version,
  }
}

/** Holds the row until the transaction ends, so that an invite is sent, revoked or accepted one at a time. */
export async function lockInvite(tx: Tx, id: string): Promise<InviteTableRow> {
  const [row] = await tx.select(inviteColumns).from(invites).where(eq(invites.id, id)).for('update')
  if (!row) throw notFound('invite')
  return row
}

export async function findOpenInvite(db: Db, orgEmail: string): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: invites.id })
    .from(invites)
    .where(and(eq(invites.orgEmail, orgEmail), isOpen))
  return row
}

const presentRow = (row: WithOutcome, now: Date): InviteRow => {
  const orgStatus = inviteStatusOf(row.revokedAt, row.organizationStatus)
  return {
    _id: row.id,
    orgName: row.orgName,
    orgAdmin: row.orgAdmin,
    orgEmail: row.orgEmail,
    phoneFax: { primaryPhone: row.phone },
    orgStatus,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    expired: orgStatus === 'Invite Sent' && row.expiresAt <= now,
    organizationId: row.organizationId,
    mailStatus: row.mailStatus,
  }
}

const presentLog = (row: typeof inviteLogs.$inferSelect): InviteLog => ({
  createdAt: row.createdAt.toISOString(),
  orgAdminFullName: row.orgAdmin,
  orgEmail: row.orgEmail,
  orgPhoneNo: row.phone,
  inviteCode: row.code,
  sentBy: row.sentBy,
})
