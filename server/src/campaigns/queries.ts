import {
  type Campaign,
  type CampaignsQuery,
  type CampaignUse,
  type DisplayStatus,
  displayStatuses,
  type Redemption,
} from '@hikmah/contract/campaigns'
import type { PageQuery } from '@hikmah/contract/common'
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { z } from 'zod'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import { newestFirst, orderOf, pagingOf, selectPicked, streamRows } from '../kit/list/rows.ts'
import { detailOf, type SearchSource } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { mediaUrl, shownIn } from '../media/queries.ts'
import { campaignNames, campaigns } from './table.ts'

const { search: _search, ...columns } = getTableColumns(campaigns)
const isLive = isNull(campaigns.deletedAt)
const isCampaign = (id: string) => and(eq(campaigns.id, id), isLive)

/** A literal, since parameters that group rows must be the same everywhere in the query. */
const literal = (status: DisplayStatus) => sql.raw(`'${status}'`)

/** The first status that applies, in the order of the seeds. The coupon may be used up before the code is. */
const shownAs = (now: Date): SQL<DisplayStatus> => sql<DisplayStatus>`case
  when ${campaigns.timesRedeemed} >= ${campaigns.maxRedemptions}
    or ${campaigns.couponTimesRedeemed} >= ${campaigns.couponMaxRedemptions} then ${literal('Maxed Out')}
  when ${campaigns.expiresAt} <= ${now.toISOString()}::timestamptz then ${literal('Expired')}
  when ${campaigns.isActive} then ${literal('Active')}
  else ${literal('Inactive')} end`

const products = sql<Campaign['coupon']['applies_to']>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'name', coalesce(s.name, '')) order by p.place), '[]')
  from unnest(${campaigns.productIds}) with ordinality as p (id, place) left join stripe_products s on s.id = p.id)`

const shownRow = (now: Date) => ({ ...columns, displayStatus: shownAs(now), products })

const selectRows = (db: Db, now: Date) => selectPicked(db, campaigns, shownRow(now))

type ShownRow = SelectResultFields<ReturnType<typeof shownRow>>

const fields = {
  code: [campaigns.code],
  timesRedeemed: [campaigns.timesRedeemed],
  expiresAt: [campaigns.expiresAt],
  createdAt: [campaigns.createdAt],
}

const inList = { from: sql`${campaigns}`, id: campaigns.id, where: isLive }

export async function listCampaigns(db: Db, query: z.output<typeof CampaignsQuery>, now: Date) {
  const { status, sort = '-createdAt' } = query
  return readPage(db, query, {
    present,
    rows: { ...inList, order: orderOf(fields, campaigns.id, sort), select: selectRows(db, now) },
    tabs: { statuses: displayStatuses, countBy: shownAs(now) },
    tab: status && sql`${shownAs(now)} = ${status}`,
    search: [campaigns.search],
  })
}

export const streamCampaigns = (db: Db, now: Date) =>
  streamRows({ ...inList, select: selectRows(db, now), ...newestFirst(campaigns), present })

export async function readCampaign(db: Db, id: string, now: Date): Promise<Campaign> {
  return present(existing(await db.select(shownRow(now)).from(campaigns).where(isCampaign(id)), 'campaign'))
}

export const lockCampaign = async (tx: Tx, id: string) =>
  existing(await tx.select(columns).from(campaigns).where(isCampaign(id)).for('no key update'), 'campaign')
export type LockedCampaign = Awaited<ReturnType<typeof lockCampaign>>

/** Held, so that two that ask at once follow each other. Null where it is for any number, or no campaign. */
export async function holdOrganizationLimit(tx: Tx, promoId: string): Promise<number | null> {
  const [row] = await tx
    .select({ limit: campaigns.organizationLimit })
    .from(campaigns)
    .where(and(eq(campaigns.promoId, promoId), isLive))
    .for('no key update')
  return row?.limit ?? null
}

/**
 * A code is used once on a subscription and takes something off each of its invoices: those are one line. An order of
 * which no invoice is known yet stands for itself.
 */
const usesOf = (promoId: string) => sql`
  invoiced as (
    select coalesce(i.subscription_id, i.id) as key, i.currency, min(i.created_at) as at, count(*)::integer as invoices,
      sum(taken.amount) as amount, sum(i.subtotal) as subtotal, sum(i.amount_paid) as paid,
      (array_agg(i.organization_id order by i.created_at))[1] as organization_id,
      (array_agg(i.customer_name order by i.created_at))[1] as customer_name
    from stripe_invoices i, lateral (
      select sum((d ->> 'amount')::bigint) as amount from jsonb_array_elements(i.discounts) d
      where d ->> 'promotionCodeId' = ${promoId}) taken
    where i.discounts @> ${JSON.stringify([{ promotionCodeId: promoId }])}::jsonb and i.status not in ('draft', 'void')
    group by 1, 2),
  ordered as (
    select coalesce(subscription_id, invoice_id, id::text) as key, id, order_no, organization_id, currency,
      coalesce(promo_at, created_at) as at, promo_at is null as is_counted, subtotal, discount, total
    from orders where promo_id = ${promoId}),
  uses as (
    select coalesce(i.key, o.key) as key, least(i.at, o.at) as at, coalesce(i.invoices, 0) as invoices,
      i.key is not null or o.is_counted as is_counted, coalesce(i.amount, o.discount) as amount,
      coalesce(i.subtotal, o.subtotal) as subtotal, coalesce(i.paid, o.total) as paid,
      coalesce(i.currency, o.currency) as currency,
      coalesce(o.organization_id, i.organization_id) as organization_id, coalesce(i.customer_name, '') as customer_name,
      o.id as order_id, o.order_no
    from invoiced i full join ordered o on o.key = i.key)`

export async function organizationsThatUsed(db: Db, promoId: string): Promise<string[]> {
  const used = sql`with ${usesOf(promoId)} select distinct organization_id as id from uses where organization_id is not null`
  return (await rowsOf<{ id: string }>(db, used)).map(({ id }) => id)
}

export const campaignsWithImage = shownIn('campaign', {
  id: campaigns.id,
  name: campaigns.code,
  images: [campaigns.imageMediaId],
})

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)

type CouponColumns = Pick<
  typeof campaigns.$inferSelect,
  | 'couponId'
  | 'couponName'
  | 'percentOff'
  | 'amountOff'
  | 'currency'
  | 'duration'
  | 'durationInMonths'
  | 'couponTimesRedeemed'
  | 'couponMaxRedemptions'
>

/** As the provider has it, which products it applies to named. */
export const presentCoupon = (row: CouponColumns, products: Campaign['coupon']['applies_to']): Campaign['coupon'] => ({
  id: row.couponId,
  name: row.couponName,
  percent_off: row.percentOff,
  amount_off: row.amountOff,
  currency: row.currency,
  duration: row.duration,
  duration_in_months: row.durationInMonths,
  times_redeemed: row.couponTimesRedeemed,
  max_redemptions: row.couponMaxRedemptions,
  applies_to: products,
})

const present = (row: ShownRow): Campaign => ({
  _id: row.id,
  id: row.promoId,
  code: row.code,
  coupon: presentCoupon(row, row.products),
  times_redeemed: row.timesRedeemed,
  max_redemptions: row.maxRedemptions,
  expires_at: row.expiresAt && secondsOf(row.expiresAt),
  active: row.isActive,
  created: secondsOf(row.issuedAt),
  restrictions: {
    first_time_transaction: row.firstTimeOnly,
    minimum_amount: row.minimumAmount,
    minimum_amount_currency: row.minimumCurrency,
    customer: row.customerId,
  },
  displayStatus: row.displayStatus,
  campaignType: row.type,
  imageMetaData: { imageUrl: mediaUrl(row.imageMediaId), imageName: row.imageName, imageSize: row.imageSize },
  organizationLimit: row.organizationLimit,
  status: row.status,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  syncedAt: row.fetchedAt.toISOString(),
  version: row.version,
})

export const campaignSource: SearchSource = {
  type: 'campaign',
  permission: 'campaigns.read',
  table: campaigns,
  where: isLive,
  title: campaigns.code,
  detail: detailOf(campaigns.couponName, campaigns.promoId),
  search: campaigns.search,
  names: campaignNames,
}

interface Use {
  key: string
  at: string
  invoices: number
  is_counted: boolean
  amount: string
  subtotal: string
  paid: string
  currency: string
  organization_id: string | null
  organization_name: string | null
  customer_name: string
  order_id: string | null
  order_no: string | null
}

const codeOf = async (db: Db, id: string) =>
  existing(
    await db.select({ promoId: campaigns.promoId, issuedAt: campaigns.issuedAt }).from(campaigns).where(isCampaign(id)),
    'campaign',
  )

/** As UTC with its sign: a driver would read it in the zone of the server. */
const utcText = (at: SQL) => sql`to_json(${at} at time zone 'UTC') #>> '{}'`
const isoOf = (at: string) => new Date(`${at}Z`).toISOString()

export async function listRedemptions(db: Db, id: string, query: PageQuery) {
  const { promoId } = await codeOf(db, id)
  const { page, limit, offset } = pagingOf(query)
  const uses = usesOf(promoId)
  const [counted] = await rowsOf<{ total: number }>(db, sql`with ${uses} select count(*)::integer as total from uses`)
  const found = await rowsOf<Use>(
    db,
    sql`with ${uses}
      select u.key, ${utcText(sql`u.at`)} as at, u.invoices, u.is_counted, u.amount, u.subtotal, u.paid, u.currency,
        u.organization_id, g.name as organization_name, u.customer_name, u.order_id, u.order_no
      from uses u left join organizations g on g.id = u.organization_id
      order by u.at desc, u.key, u.currency limit ${limit} offset ${offset}`,
  )
  return { data: found.map(presentRedemption), meta: { total: counted?.total ?? 0, page, limit } }
}

const presentRedemption = (use: Use): Redemption => ({
  key: `${use.key} ${use.currency}`,
  redeemedAt: isoOf(use.at),
  orgId: use.organization_id ? { _id: use.organization_id, orgName: use.organization_name ?? '' } : null,
  customerName: use.customer_name,
  order: use.order_id ? { _id: use.order_id, orderNo: `#${use.order_no}` } : null,
  invoices: use.invoices,
  billed: use.is_counted ? { subtotal: Number(use.subtotal), paid: Number(use.paid) } : null,
  amount: Number(use.amount),
  currency: use.currency,
})

/** The weeks of the strip, which begin on the weekday of the code. */
const WEEKS = 6
const WEEK_MS = 7 * 86_400_000

export async function readCampaignUse(db: Db, id: string, now: Date): Promise<CampaignUse> {
  const { promoId, issuedAt } = await codeOf(db, id)
  return readUse(db, promoId, issuedAt, now)
}

export async function readUse(db: Db, promoId: string, issuedAt: Date, now: Date): Promise<CampaignUse> {
  const uses = usesOf(promoId)
  const [counted] = await rowsOf<{ organizations: number; last: string | null }>(
    db,
    sql`with ${uses} select count(distinct organization_id)::integer as organizations,
      ${utcText(sql`max(at)`)} as last from uses`,
  )
  const amounts = await rowsOf<{ currency: string; amount: string; subtotal: string }>(
    db,
    sql`with ${uses} select currency, sum(amount) as amount, sum(subtotal) as subtotal from uses
      where is_counted group by currency order by sum(subtotal) desc, currency`,
  )
  const weekOf = (at: Date) => Math.max(0, Math.floor((at.getTime() - issuedAt.getTime()) / WEEK_MS))
  const thisWeek = weekOf(now)
  const first = Math.max(0, thisWeek - WEEKS + 1)
  const startOf = (week: number) => new Date(issuedAt.getTime() + week * WEEK_MS)
  const found = await rowsOf<{ week: number; uses: number }>(
    db,
    sql`with ${uses} select floor(extract(epoch from at - ${issuedAt.toISOString()}::timestamptz) / 604800)::integer as week,
      count(*)::integer as uses from uses where at >= ${startOf(first).toISOString()}::timestamptz group by 1`,
  )
  return {
    organizations: counted?.organizations ?? 0,
    lastUsedAt: counted?.last ? isoOf(counted.last) : null,
    amounts: amounts.map((row) => ({
      currency: row.currency,
      amount: Number(row.amount),
      subtotal: Number(row.subtotal),
    })),
    weeks: Array.from({ length: thisWeek - first + 1 }, (_, i) => ({
      from: startOf(first + i).toISOString(),
      uses: found.find(({ week }) => week === first + i)?.uses ?? 0,
    })),
  }
}
