import {
  type Invite,
  type InviteLog,
  type InviteRow,
  InviteStatus,
  type InvitesQuery,
  isInviteExpired,
  OPEN_INVITE,
} from '@hikmah/contract/invites/endpoints'
import type { MailStatus } from '@hikmah/contract/mails'
import { and, eq, getTableColumns, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { inNameOrder } from '../kit/db/columns.ts'
import { type Db, kept, keptQuery } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import { type ListCounts, newestFirst, orderOf, type Picked, streamRows } from '../kit/list/rows.ts'
import { isOfDigits, type SearchSource } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { organizations } from '../organizations/table.ts'
import { inviteCode, inviteNames, invites } from './table.ts'

type Query = z.infer<typeof InvitesQuery>

const { search: _search, ...inviteColumns } = getTableColumns(invites)
export type InviteTableRow = Omit<typeof invites.$inferSelect, 'search'>

const fields = {
  orgName: [inNameOrder(invites.orgName)],
  orgAdmin: [inNameOrder(invites.orgAdmin)],
  createdAt: [invites.createdAt],
}

/** Neither accepted nor revoked: what the unique indexes of the table speak of. */
export const isOpen = and(isNull(invites.acceptedAt), isNull(invites.revokedAt))

const sentBetween = ({ invitedFrom, invitedTo }: Query) =>
  and(
    invitedFrom ? gte(invites.createdAt, new Date(invitedFrom)) : undefined,
    invitedTo ? lt(invites.createdAt, new Date(invitedTo)) : undefined,
  )

const mailStatus = sql<MailStatus | null>`(select m.status from mails m where m.invite_id = ${invites.id}
    order by m.created_at desc, m.id desc limit 1)`

/** Few mails fail, and an index has those: only their invites are looked at for the latest mail. */
const hasFailedMail = sql`${invites.id} in (select m.invite_id from mails m where m.status = 'failed') and ${mailStatus} = 'failed'`

const hasTrouble = (trouble: NonNullable<Query['trouble']>, now: Date) =>
  and(eq(invites.status, OPEN_INVITE), trouble === 'expired' ? lte(invites.expiresAt, now) : hasFailedMail)

const withOutcome = { ...inviteColumns, organizationId: organizations.id, mailStatus }

const logs = sql<InviteLog[]>`(select coalesce(json_agg(json_build_object(
    'createdAt', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'orgAdminFullName', l.org_admin,
    'orgEmail', l.org_email, 'orgPhoneNo', l.phone, 'inviteCode', l.code, 'sentBy', l.sent_by)
    order by l.created_at, l.id), '[]') from invite_logs l where l.invite_id = invites.id)`

/** The picked rows with what became of them, which is looked up for these alone. */
const selectRows =
  (db: Db, inviteLogs: typeof logs | null = null) =>
  (picked: Picked) =>
    db
      .select({ ...withOutcome, logs: inviteLogs ?? sql<InviteLog[]>`null`, ...picked.counts })
      .from(invites)
      .innerJoin(picked.from, eq(invites.id, picked.id))
      .leftJoin(organizations, eq(organizations.inviteId, invites.id))
      .orderBy(...picked.order)

type ListedRow = Omit<Awaited<ReturnType<ReturnType<typeof selectRows>>>[number], keyof ListCounts>
type WithOutcome = Omit<ListedRow, 'logs'>

const inList = { from: sql`${invites}`, id: invites.id }

export const listInvites = (db: Db, query: Query, now: Date, { hideCodes }: { hideCodes: boolean }) =>
  readPage(db, query, {
    present: (row) => presentRow(row, now),
    rows: {
      ...inList,
      order: orderOf(fields, invites.id, query.sort ?? '-createdAt'),
      select: selectRows(db),
    },
    tabs: { stored: 'invites', statuses: InviteStatus.options, countBy: invites.status },
    preparedSort: '-createdAt',
    tab: query.status && eq(invites.status, query.status),
    filters: and(sentBetween(query), query.trouble && hasTrouble(query.trouble, now)),
    search: !hideCodes && isOfDigits(query.q ?? '') ? [invites.search, inviteCode] : [invites.search],
  })

type CodesHidden = { hideCodes?: boolean }

/** The whole entity of each. */
export const streamInvites = (db: Db, now: Date, codes: CodesHidden) =>
  streamRows({
    ...inList,
    select: selectRows(db, logs),
    ...newestFirst(invites),
    present: (row: ListedRow) => ({ ...presentRow(row, now), ...presentDetails(row, row.logs, codes) }),
  })

/** The codes are left out for those who may not send invites: with one a stranger could become the organization. */
function presentDetails(row: { code: string }, inviteLogs: InviteLog[], { hideCodes = false }: CodesHidden) {
  const shown = (code: string) => (hideCodes ? '' : code)
  return {
    invitationsDetails: {
      inviteAccessCode: shown(row.code),
      inviteLogs: inviteLogs.map((log) => ({ ...log, inviteCode: shown(log.inviteCode) })),
    },
  }
}

const findInvite = keptQuery((db) =>
  db
    .select({ ...withOutcome, logs })
    .from(invites)
    .leftJoin(organizations, eq(organizations.inviteId, invites.id))
    .where(eq(invites.id, sql.placeholder('id'))),
)

export async function readInvite(db: Db, id: string, now: Date, codes: CodesHidden = {}): Promise<Invite> {
  const row = existing(await findInvite(db, { id }), 'invite')
  return { ...presentRow(row, now), ...presentDetails(row, row.logs, codes), version: row.version }
}

/** Holds the row until the transaction ends, so that an invite is sent, revoked or accepted one at a time. */
export const lockInvite = async (tx: Tx, id: string): Promise<InviteTableRow> =>
  existing(await tx.select(inviteColumns).from(invites).where(eq(invites.id, id)).for('update'), 'invite')

export const aboutInvite = ({ id, orgName }: Pick<InviteTableRow, 'id' | 'orgName'>) =>
  ({ entity: 'invite', entityId: id, entityName: orgName }) as const

export async function findOpenInvite(db: Db, orgEmail: string): Promise<{ id: string } | undefined> {
  const [row] = await kept(
    db
      .select({ id: invites.id })
      .from(invites)
      .where(and(eq(invites.orgEmail, orgEmail), isOpen)),
  )
  return row
}

const presentRow = (row: WithOutcome, now: Date): InviteRow => ({
  _id: row.id,
  orgName: row.orgName,
  orgAdmin: row.orgAdmin,
  orgEmail: row.orgEmail,
  phoneFax: { primaryPhone: row.phone },
  orgStatus: row.status,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  expired: row.status === OPEN_INVITE && isInviteExpired(row.expiresAt, now),
  organizationId: row.organizationId,
  mailStatus: row.mailStatus,
})

export const inviteSource: SearchSource = {
  type: 'invite',
  permission: 'organizations.read',
  table: invites,
  title: invites.orgName,
  detail: sql`${invites.orgEmail}`,
  status: invites.status,
  search: invites.search,
  names: inviteNames,
  secret: { permission: 'organizations.invite', search: inviteCode, isNumber: true },
}
