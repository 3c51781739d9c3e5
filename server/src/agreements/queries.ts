import { type agreements, agreementTypes } from '@hikmah/contract/agreements'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { AgreementLog } from '@hikmah/contract/organizations/schemas'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { orderOf } from '../kit/list/paging.ts'
import { readPage } from '../kit/list/read-page.ts'
import { assertOrganization } from '../organizations/queries.ts'
import { agreementLogs } from './table.ts'

type Query = Parsed<typeof agreements.listAgreements>['query']

const { id, organizationId, userName, logType, createdAt } = agreementLogs
const search = sql`(' ' || lower(concat_ws(' ', user_name, log_type, ip_address, browser, operating_system, device, log)))`
const fields = { createdAt: [createdAt, logType], user: [userName, createdAt] }

/** A page of what an organization agreed to, oldest first. */
export async function listAgreements(db: Db, orgId: string, query: Query) {
  await assertOrganization(db, orgId)
  const { status, sort = 'createdAt' } = query
  const page = await readPage(db, query, {
    from: sql`${agreementLogs}`,
    id,
    statuses: agreementTypes,
    countedAs: logType,
    usual: 'createdAt',
    where: eq(organizationId, orgId),
    chosen: status && eq(logType, status),
    search: [search],
    order: orderOf(fields, id, sort),
    rows: (picked) =>
      db
        .select({ ...getTableColumns(agreementLogs), ...picked.meta })
        .from(agreementLogs)
        .innerJoin(picked.from, eq(id, picked.id))
        .orderBy(...picked.order),
  })
  return { data: page.rows.map(present), meta: page.meta }
}

const present = (row: typeof agreementLogs.$inferSelect): AgreementLog => ({
  _id: row.id,
  user: row.userName,
  logType: row.logType,
  createdAt: row.createdAt.toISOString(),
  ipAddress: row.ipAddress,
  browser: row.browser,
  operatingSystem: row.operatingSystem,
  device: row.device,
  log: row.log,
})
