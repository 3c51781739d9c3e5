import { type agreements, agreementTypes } from '@hikmah/contract/agreements'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { AgreementLog } from '@hikmah/contract/organizations/schemas'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { readPage } from '../kit/list/read-page.ts'
import { orderOf } from '../kit/list/rows.ts'
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
    rows: {
      from: sql`${agreementLogs}`,
      id,
      where: eq(organizationId, orgId),
      order: orderOf(fields, id, sort),
      select: (picked) =>
        db
          .select({ ...getTableColumns(agreementLogs), ...picked.counts })
          .from(agreementLogs)
          .innerJoin(picked.from, eq(id, picked.id))
          .orderBy(...picked.order),
    },
    tabs: { statuses: agreementTypes, countBy: logType },
    tab: status && eq(logType, status),
    search: [search],
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
