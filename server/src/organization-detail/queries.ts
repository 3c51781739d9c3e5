import { billedStatuses } from '@hikmah/contract/organization-plans/rules'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { type Db, keptQuery } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { agreement, billingMarks, presentEdited, presentRow } from '../organizations/queries.ts'
import { organizations } from '../organizations/table.ts'
import { presentTaxStatus, taxHistory } from '../tax-verification/queries.ts'

const { search: _search, ...wholeRow } = getTableColumns(organizations)

export const toIso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** In the shapes of the contract, so that one query reads it all. */
const relations = {
  agreement,
  statusChanges: sql<Organization['statusChanges']>`(select coalesce(json_agg(json_build_object('from', c.from_status,
      'to', c.to_status, 'at', ${toIso('c.at')}, 'by', c.by_name, 'note', c.note) order by c.at desc, c.id desc), '[]')
    from organization_status_changes c where c.organization_id = organizations.id)`,
  memberCounts: sql<Organization['memberCounts']>`(select json_build_object('active', count(m.confirmed_at),
      'inactive', count(*) - count(m.confirmed_at))
    from members m where m.organization_id = organizations.id)`,
  setup: sql<Organization['setup']>`(select json_build_object(
    'invite', (select json_build_object('sentAt', ${toIso('i.created_at')}, 'acceptedAt', ${toIso('i.accepted_at')})
      from invites i where i.id = organizations.invite_id and i.accepted_at is not null),
    'plans', (select json_build_object('count', count(*), 'since', ${toIso('min(s.started_at)')})
      from stripe_subscriptions s join stripe_subscription_items i on i.subscription_id = s.id
      where s.organization_id = organizations.id and s.status in (${sql.join(
        billedStatuses.map((status) => sql`${status}`),
        sql`, `,
      )})),
    'devices', (select json_build_object('count', count(*), 'since', ${toIso('min(d.assigned_at)')})
      from devices d where d.organization_id = organizations.id),
    'freeDevices', (select coalesce(sum(count), 0) from list_counts where list = 'devices' and status = 'Available')))`,
}

const findOrganization = keptQuery((db) =>
  db
    .select({ ...wholeRow, ...relations, marks: billingMarks, ...taxHistory })
    .from(organizations)
    .where(eq(organizations.id, sql.placeholder('id'))),
)

export async function readOrganization(db: Db, organizationId: string, now: Date): Promise<Organization> {
  const row = existing(await findOrganization(db, { id: organizationId }), 'organization')
  const { inviteId, version, agreement, statusChanges, memberCounts, setup } = row
  return {
    ...presentEdited(row),
    ...presentRow(row),
    deen_fund_side_info: {},
    inviteId,
    version,
    taxIdStatus: presentTaxStatus(row, now),
    registration: { agreement },
    statusChanges,
    memberCounts,
    setup,
  }
}
