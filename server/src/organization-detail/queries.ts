import type { Organization, OrganizationRow } from '@hikmah/contract/organizations/schemas'
import type { StoredOrganizationField } from '@hikmah/contract/organizations/words'
import type { RootOf } from '@hikmah/contract/words'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { type Db, preparedQueries } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { nestedFields } from '../media/queries.ts'
import { billingMarks, presentRow } from '../organizations/queries.ts'
import { organizationColumns, organizations } from '../organizations/table.ts'
import { presentTaxStatus, taxHistory } from '../tax-verification/queries.ts'

const { search: _search, ...wholeRow } = getTableColumns(organizations)

/** Its people may sign agreements every day. */
const LOGS_SHOWN = 100

const toIso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** In the shapes of the contract, so that one query reads it all. */
const relations = {
  agreement: sql<Organization['registration']['agreement']>`(select json_build_object(
      'total', (select count(*) from agreement_logs where organization_id = organizations.id), 'logs', coalesce(json_agg(json_build_object('_id', l.id, 'user', l.user_name,
      'logType', l.log_type, 'createdAt', ${toIso('l.created_at')}, 'ipAddress', l.ip_address, 'browser', l.browser,
      'operatingSystem', l.operating_system, 'device', l.device, 'log', l.log) order by l.created_at, l.log_type, l.id), '[]'))
    from (select * from agreement_logs where organization_id = organizations.id
      order by created_at desc, log_type desc, id desc limit ${LOGS_SHOWN}) l)`,
  statusChanges: sql<Organization['statusChanges']>`(select coalesce(json_agg(json_build_object('from', c.from_status,
      'to', c.to_status, 'at', ${toIso('c.at')}, 'by', c.by_name, 'note', c.note) order by c.at desc, c.id desc), '[]')
    from organization_status_changes c where c.organization_id = organizations.id)`,
  memberCounts: sql<Organization['memberCounts']>`(select json_build_object('active', count(m.confirmed_at),
      'inactive', count(*) - count(m.confirmed_at))
    from members m where m.organization_id = organizations.id)`,
}

const organizationQuery = (db: Db) =>
  db
    .select({ ...wholeRow, ...relations, marks: billingMarks, ...taxHistory })
    .from(organizations)
    .where(eq(organizations.id, sql.placeholder('id')))
    .prepare('one organization')

const preparedOrganization = preparedQueries<ReturnType<typeof organizationQuery>>()

type Edited = Omit<Pick<Organization, RootOf<StoredOrganizationField>>, keyof OrganizationRow>

export async function readOrganization(db: Db, organizationId: string, now: Date): Promise<Organization> {
  const row = existing(
    await preparedOrganization(db, '', () => organizationQuery(db)).execute({ id: organizationId }),
    'organization',
  )
  const { inviteId, version, agreement, statusChanges, memberCounts } = row
  return {
    ...nestedFields<Edited>(organizationColumns, row),
    ...presentRow(row),
    deen_fund_side_info: {},
    inviteId,
    version,
    taxIdStatus: presentTaxStatus(row, now),
    registration: { agreement },
    statusChanges,
    memberCounts,
  }
}
