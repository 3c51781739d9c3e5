import type { Redemption } from '@hikmah/contract/campaigns/schemas'
import type { PageQuery } from '@hikmah/contract/common'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { pagingOf } from '../kit/list/paging.ts'
import { usesOf } from './queries.ts'
import { campaigns } from './table.ts'

interface Use {
  key: string
  at: string
  invoices: number
  amount: string
  currency: string
  organization_id: string | null
  organization_name: string | null
  customer_name: string
  order_id: string | null
  order_no: string | null
}

/** Where a campaign was used, newest first. */
export async function listRedemptions(db: Db, id: string, query: PageQuery) {
  const [campaign] = await db
    .select({ promoId: campaigns.promoId })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), isNull(campaigns.deletedAt)))
  if (!campaign) throw notFound('campaign')
  const { page, limit, offset } = pagingOf(query)
  const uses = usesOf(campaign.promoId)
  const [counted] = await rowsOf<{ total: number }>(db, sql`with ${uses} select count(*)::integer as total from uses`)
  const found = await rowsOf<Use>(
    db,
    sql`with ${uses}
      select u.key, to_json(u.at at time zone 'UTC') #>> '{}' as at, u.invoices, u.amount, u.currency,
        u.organization_id, g.name as organization_name, u.customer_name, u.order_id, u.order_no
      from uses u left join organizations g on g.id = u.organization_id
      order by u.at desc, u.key, u.currency limit ${limit} offset ${offset}`,
  )
  return { data: found.map(present), meta: { total: counted?.total ?? 0, page, limit } }
}

const present = (use: Use): Redemption => ({
  key: `${use.key} ${use.currency}`,
  redeemedAt: new Date(`${use.at}Z`).toISOString(),
  orgId: use.organization_id ? { _id: use.organization_id, orgName: use.organization_name ?? '' } : null,
  customerName: use.customer_name,
  order: use.order_id ? { _id: use.order_id, orderNo: `#${use.order_no}` } : null,
  invoices: use.invoices,
  amount: Number(use.amount),
  currency: use.currency,
})
