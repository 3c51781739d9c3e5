import type { Redemption } from '@hikmah/contract/campaigns/schemas'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { notFound } from '../kit/http/refusal.ts'
import { pagingOf } from '../kit/list/paging.ts'
import { campaigns } from './table.ts'

/**
 * A code is used once on a subscription and takes something off each of its invoices: those are one line. An order of
 * which no invoice is known yet stands for itself.
 */
const usesOf = (promoId: string) => sql`
  invoiced as (
    select coalesce(i.subscription_id, i.id) as key, i.currency, min(i.created_at) as at, count(*)::integer as invoices,
      sum((d.applied ->> 'amount')::bigint) as amount,
      (array_agg(i.organization_id order by i.created_at))[1] as organization_id,
      (array_agg(i.customer_name order by i.created_at))[1] as customer_name
    from stripe_invoices i, jsonb_array_elements(i.discounts) as d (applied)
    where i.discounts @> ${JSON.stringify([{ promotionCodeId: promoId }])}::jsonb
      and d.applied ->> 'promotionCodeId' = ${promoId} and i.status not in ('draft', 'void')
    group by 1, 2),
  ordered as (
    select coalesce(subscription_id, invoice_id, id::text) as key, id, order_no, organization_id, discount, currency,
      created_at as at
    from orders where promo_id = ${promoId}),
  uses as (
    select coalesce(i.key, o.key) as key, coalesce(i.at, o.at) as at, coalesce(i.invoices, 0) as invoices,
      coalesce(i.amount, o.discount) as amount, coalesce(i.currency, o.currency) as currency,
      coalesce(o.organization_id, i.organization_id) as organization_id, coalesce(i.customer_name, '') as customer_name,
      o.id as order_id, o.order_no
    from invoiced i full join ordered o on o.key = i.key)`

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
export async function listRedemptions(
  db: Db,
  id: string,
  query: { page?: number | undefined; limit?: number | undefined },
) {
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
