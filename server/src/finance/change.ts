import {
  type ChangeReason,
  changeReasons,
  type finance,
  type RevenueChange,
  type RevenueChangeRows,
} from '@hikmah/contract/finance'
import { type SQL, sql } from 'drizzle-orm'
import type { Reads } from '../house.ts'
import { rowsOf } from '../kit/db/db.ts'
import { invalid } from '../kit/errors/refusal.ts'
import { isWithin, spanOf, stretchOf } from '../kit/figures/period.ts'
import type { Call } from '../kit/http/serve.ts'
import { comparedSpan, NO_LINE, placeOf } from './summary.ts'
import { joinNames, type MonthGroup, ofDividedDays, ofMonths, ofParts, type PartGroup, productName } from './sums.ts'

type Asked = Call<typeof finance.readRevenueChange>['query']
type AskedRows = Call<typeof finance.readRevenueChangeRows>['query']

const MAX_ROWS = 100

type Compared = Pick<ReturnType<typeof comparedSpan>, 'from' | 'to' | 'previousFrom' | 'previousTo'>

const difference = (now: number, before: number) => ({ now, before, difference: now - before })

export async function readRevenueChange({ db, clock }: Reads, query: Asked): Promise<RevenueChange> {
  const span = comparedSpan(query, clock.now())
  const bounds = { ...span, stretches: [span.previousFrom, span.from] }
  const all = (table: string) =>
    sql`(select coalesce(json_agg(t), '[]') from ${sql.raw(table)} t where currency = ${query.currency}) as ${sql.raw(table)}`
  const [sums] = await rowsOf<{ months: MonthGroup[]; parts: PartGroup[]; reasons: ReasonGroup[]; units: UnitGroup[] }>(
    db,
    sql`with divided as (${ofDividedDays(bounds)}), months as (${ofMonths(bounds)}),
      parts as (${ofParts(bounds, span.previousFrom)}), reasons as (${ofReasons(query.currency, span)}),
      units as (${query.month === undefined ? NO_UNITS : ofUnits(query.currency, span)})
    select ${all('months')}, ${all('parts')}, (select coalesce(json_agg(t), '[]') from reasons t) as reasons,
      (select coalesce(json_agg(t), '[]') from units t) as units`,
  )
  const { months, parts, reasons, units } = sums!
  const sumOf = (amountOf: (month: MonthGroup) => number) => {
    const [before, now] = [1, 2].map((stretch) =>
      months.filter((month) => month.stretch === stretch).reduce((sum, month) => sum + amountOf(month), 0),
    )
    return difference(now!, before!)
  }
  const paid = sumOf(({ amount }) => amount)
  const named = [...new Set(parts.map(({ name }) => name))].map((name) => {
    const [before, now] = [1, 2].map(
      (stretch) => parts.find((part) => part.name === name && part.stretch === stretch)?.amount ?? 0,
    )
    return { name, place: placeOf(name, parts), ...difference(now!, before!), units: unitsOf(name, units) }
  })
  const left = (key: 'now' | 'before') => named.reduce((rest, product) => rest - product[key], paid[key])
  const unnamed = {
    name: NO_LINE,
    place: placeOf(NO_LINE, parts),
    ...difference(left('now'), left('before')),
    units: null,
  }
  const net = sumOf(({ amount, refunded, lost }) => amount - refunded - lost)
  const ofReason = (reason: ChangeReason) => reasons.find((group) => group.reason === reason)
  const answer = {
    ...spanOf(span),
    net,
    products: [...named, ...(unnamed.now || unnamed.before ? [unnamed] : [])].sort(
      (a, b) => Math.abs(b.difference) - Math.abs(a.difference) || a.name.localeCompare(b.name),
    ),
    refunds: sumOf(({ refunded }) => -refunded),
    disputes: sumOf(({ lost }) => -lost),
    reasons: changeReasons.map((reason) => ({
      reason,
      difference: ofReason(reason)?.difference ?? 0,
      organizations: ofReason(reason)?.organizations ?? 0,
    })),
  }
  return { ...answer, isSound: answer.reasons.reduce((sum, one) => sum + one.difference, 0) === net.difference }
}

interface ReasonGroup {
  reason: ChangeReason
  difference: number
  organizations: number
}

interface UnitGroup {
  name: string
  stretch: number
  units: number
  isTold: boolean
}

function unitsOf(name: string, groups: UnitGroup[]) {
  const own = groups.filter((group) => group.name === name)
  const [before, now] = [1, 2].map((stretch) => own.find((group) => group.stretch === stretch)?.units ?? 0)
  return own.length > 0 && own.every(({ isTold }) => isTold) ? { now: now!, before: before! } : null
}

const paidAt = sql`i.paid_at`
const amounts = {
  paid: sql`i.amount_paid`,
  refunds: sql`-i.refunded - i.returned_outside`,
  disputes: sql`-i.lost`,
}

const isPaidIn = (currency: string, { from, to, previousFrom, previousTo }: Compared) =>
  sql`i.status = 'paid' and i.currency = ${currency}
    and (${isWithin(paidAt, from, to)} or ${isWithin(paidAt, previousFrom, previousTo)})`

const nowAndBefore = (name: string, amount: SQL, { from, to }: Compared) => {
  const isNow = isWithin(paidAt, from, to)
  return sql`sum(case when ${isNow} then ${amount} else 0 end) as ${sql.raw(`${name}_now`)},
    sum(case when ${isNow} then 0 else ${amount} end) as ${sql.raw(`${name}_before`)}`
}

/** What an organization is a case of; those who paid the same are none. */
const reasonOf = sql`case when paid_now = paid_before then null when paid_before = 0 then 'new' when paid_now = 0 then 'lost'
  when paid_now > paid_before then 'more' else 'less' end`

/** Read from the index of paid invoices alone. */
const ofReasons = (currency: string, span: Compared): SQL => sql`
  select reason, sum(difference) as difference, count(*) as organizations from (
    select organization_id, ${sql.join(
      (['paid', 'refunds', 'disputes'] as const).map((name) => nowAndBefore(name, amounts[name], span)),
      sql`, `,
    )}
    from stripe_invoices i where ${isPaidIn(currency, span)} group by 1
  ) payers cross join lateral (values (${reasonOf}, paid_now - paid_before), ('refunds', refunds_now - refunds_before),
    ('disputes', disputes_now - disputes_before)) as parts (reason, difference)
  where difference <> 0 group by 1`

/** A period has too many lines to be read each time. */
const NO_UNITS = sql`select '' as name, 0 as stretch, 0 as units, false as "isTold" where false`

/** How many of each product were billed. Proration and usage are amounts without a number of their own. */
const ofUnits = (currency: string, span: Compared): SQL => sql`
  select ${productName} as name, stretch, sum(units) as units, bool_and(is_told) as "isTold" from (
    select coalesce(l.product_id, '') as product_id, ${stretchOf(paidAt, [span.previousFrom, span.from])} as stretch,
      coalesce(sum(l.quantity) filter (where l.amount > l.discount), 0) as units,
      bool_and(l.amount = l.discount or (l.quantity is not null and l.amount > l.discount and not l.is_proration)) as is_told
    from stripe_invoices i join stripe_invoice_lines l on l.invoice_id = i.id where ${isPaidIn(currency, span)} group by 1, 2
  ) sums ${joinNames(sql`sums.product_id`)} group by 1, 2`

/** The amounts of one part, of each invoice. */
function ofPart({ reason, product, currency }: AskedRows, span: Compared): SQL {
  const isAsked = isPaidIn(currency, span)
  const ofInvoices = (amount: SQL) =>
    sql`select i.organization_id, i.paid_at, ${amount} as amount from stripe_invoices i where ${isAsked}`
  const ofLines = (amount: SQL, isOf: SQL) =>
    sql`select i.organization_id, i.paid_at, ${amount} as amount from stripe_invoices i
      join stripe_invoice_lines l on l.invoice_id = i.id ${joinNames(sql`l.product_id`)} where ${isAsked} and ${isOf}`
  if (reason === 'refunds' || reason === 'disputes') return ofInvoices(amounts[reason])
  if (reason) return ofInvoices(amounts.paid)
  if (product === NO_LINE)
    return sql`${ofInvoices(amounts.paid)} union all ${ofLines(sql`l.discount - l.amount`, sql`true`)}`
  return ofLines(sql`l.amount - l.discount`, sql`${productName} = ${product}`)
}

interface PayerGroup {
  organizationId: string | null
  organizationName: string | null
  now: number
  before: number
  organizations: number
  allNow: number
  allBefore: number
}

export async function readRevenueChangeRows({ db, clock }: Reads, query: AskedRows): Promise<RevenueChangeRows> {
  const { reason, product, currency } = query
  if (!reason && product === undefined) throw invalid('reason', 'Give a reason or a product')
  const span = comparedSpan(query, clock.now())
  const isReason = reason && reason !== 'refunds' && reason !== 'disputes' ? sql`${reasonOf} = ${reason}` : sql`true`
  const groups = await rowsOf<PayerGroup>(
    db,
    sql`select most.*, o.name as "organizationName" from (
      select organization_id as "organizationId", paid_now::float8 as now, paid_before::float8 as before,
        (count(*) over ())::int as organizations, (sum(paid_now) over ())::float8 as "allNow",
        (sum(paid_before) over ())::float8 as "allBefore"
      from (
        select organization_id, ${nowAndBefore('paid', sql`i.amount`, span)} from (${ofPart(query, span)}) i group by 1
      ) payers where (paid_now <> 0 or paid_before <> 0) and ${isReason}
      order by abs(paid_now - paid_before) desc, organization_id limit ${sql.raw(String(MAX_ROWS))}
    ) most left join organizations o on o.id = most."organizationId"`,
  )
  const rest = (key: 'now' | 'before') =>
    groups.reduce((sum, group) => sum - group[key], (key === 'now' ? groups[0]?.allNow : groups[0]?.allBefore) ?? 0)
  const others = (groups[0]?.organizations ?? 0) - groups.length
  const listOf = (id: string | null, from: Date, to: Date) => ({
    currency,
    orgId: id ?? 'none',
    paidFrom: from.toISOString(),
    paidTo: to.toISOString(),
  })
  return {
    rows: groups.map(({ organizationId: id, organizationName, now, before }) => ({
      ...difference(now, before),
      organization: id === null ? null : { _id: id, orgName: organizationName ?? '' },
      list: listOf(id, span.from, span.to),
      listBefore: listOf(id, span.previousFrom, span.previousTo),
    })),
    others: others === 0 ? null : { organizations: others, ...difference(rest('now'), rest('before')) },
  }
}
