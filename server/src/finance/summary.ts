import { DEFAULT_PERIOD, type Period } from '@hikmah/contract/dashboard-stats'
import {
  ANY_AGE,
  bookedOutcomes,
  type FinanceOfCurrency,
  type FinanceSummary,
  type finance,
  invoiceAges,
  type MonthQuery,
  type Payers,
} from '@hikmah/contract/finance'
import { sum } from '@hikmah/contract/money'
import type { z } from 'zod'
import type { House, Reads } from '../house.ts'
import { type Db, gather } from '../kit/db/db.ts'
import { invalid } from '../kit/errors/refusal.ts'
import { percentageOf } from '../kit/figures/money.ts'
import { type PeriodTimes, periodOf, spanOf } from '../kit/figures/period.ts'
import type { Call } from '../kit/http/serve.ts'
import { type Account, type Bounds, type MonthGroup, type PartGroup, readSums, type Sums } from './sums.ts'

type Kind = 'paid' | 'net' | 'due' | 'overdue'
type List = Record<string, string>

/**
 * Sorted by the amount paid, then by the amount owed, largest first. `others` sums the organizations not listed, so that
 * everything adds up to `whole`.
 */
function listPayers(
  currency: string,
  accounts: Account[],
  totals: Record<Kind, number>,
  { paidList, beforeList }: Record<'paidList' | 'beforeList', List>,
): Payers {
  const rows = accounts.map(({ organizationId: id, organizationName, ...account }) => {
    const orgName = organizationName ?? ''
    const listOf = (list: List) => ({ ...list, orgId: id ?? 'none' })
    return {
      organization: id ? { _id: id, orgName } : null,
      orgName,
      paid: { amount: account.paid, net: account.net, invoices: account.paidInvoices, list: listOf(paidList) },
      recurring: { now: account.recurring, before: account.recurringBefore },
      before: { amount: account.before, invoices: account.beforeInvoices, list: listOf(beforeList) },
      due: { amount: account.due, invoices: account.dueInvoices, list: listOf({ status: 'due', currency }) },
      overdue: {
        amount: account.overdue,
        invoices: account.overdueInvoices,
        list: listOf({ status: 'overdue', currency }),
      },
    }
  })
  const owed = (row: (typeof rows)[number]) => row.due.amount + row.overdue.amount
  rows.sort((a, b) => b.paid.amount - a.paid.amount || owed(b) - owed(a) || (a.orgName < b.orgName ? -1 : 1))
  const others = (accounts[0]?.organizations ?? 0) - rows.length
  const rest = (kind: Kind) =>
    rows.reduce((left, row) => left - (kind === 'net' ? row.paid.net : row[kind].amount), totals[kind])
  return {
    organizations: rows.map(({ orgName: _, ...row }) => row),
    others:
      others === 0
        ? null
        : { organizations: others, paid: rest('paid'), net: rest('net'), due: rest('due'), overdue: rest('overdue') },
  }
}

/**
 * The finance figures of a period. A call that arrives while another is read waits for the next reading and shares it with
 * equal calls: one connection serves them all, and nobody gets figures older than their call.
 */
export const createFinanceSummaries = ({ db, clock }: Pick<House, 'db' | 'clock'>) =>
  gather(async (asks: { period: Period; zone: string }[]) => {
    const read = new Map<string, FinanceSummary>()
    for (const { period, zone } of asks) {
      const key = `${period} ${zone}`
      if (!read.has(key)) read.set(key, await readFinanceSummary(db, clock.now(), period, zone))
    }
    return asks.map(({ period, zone }) => read.get(`${period} ${zone}`)!)
  })

/** Paid in the period, and open now. Every figure is a sum of the same groups. */
async function readFinanceSummary(db: Db, now: Date, period: Period, zone: string): Promise<FinanceSummary> {
  const times = periodOf(period, now, zone)
  const months = monthStarts(times, zone)
  const bounds = { ...times, stretches: [...before(months, times, zone), ...months] }
  const sums = await readSums(db, now, bounds)
  const sizes = new Map<string, number>()
  // In minor units, of which 100 are a dollar and about a yen each: near enough for an order.
  for (const { currency, amount } of [...sums.months, ...sums.ages])
    sizes.set(currency, (sizes.get(currency) ?? 0) + amount)
  for (const { currency } of sums.disputes) sizes.set(currency, sizes.get(currency) ?? 0)
  const currencies = [...sizes]
    .sort(([a, size], [b, other]) => other - size || a.localeCompare(b))
    .map(([code]) => code)
  return {
    ...spanOf(times),
    currencies: currencies.map((currency) => summarizeCurrency(currency, bounds, months, ofCurrency(sums, currency))),
  }
}

/** The period and the one before, or a month of the period and the same days of the month or the year before. */
export function comparedSpan(
  { period = DEFAULT_PERIOD, tz = 'UTC', month, compare }: z.infer<typeof MonthQuery>,
  now: Date,
) {
  const times = periodOf(period, now, tz)
  if (month === undefined) return times
  const months = monthStarts(times, tz)
  const place = months.findIndex((start) => start.getTime() === new Date(month).getTime())
  if (place < 0) throw invalid('month', 'Give the beginning of a month of the period')
  const [from, to] = [months[place]!, months[place + 1] ?? times.to]
  const dayOf = (at: Date) => at.toTemporalInstant().toZonedDateTimeISO(tz).toPlainDate()
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(tz).epochMilliseconds)
  const back = compare === 'year' ? { years: 1 } : { months: 1 }
  const lastDay = dayOf(to).subtract({ days: 1 })
  const previousLast = lastDay.subtract(back)
  // A month that is over is compared with the whole of the other, however long that is.
  const end = lastDay.day === lastDay.daysInMonth ? previousLast.with({ day: previousLast.daysInMonth }) : previousLast
  return { from, to, previousFrom: startOf(dayOf(from).subtract(back)), previousTo: startOf(end.add({ days: 1 })) }
}

/** What organizations paid in a month. */
export async function readPayers({ db, clock }: Reads, query: Call<typeof finance.readPayers>['query']) {
  const now = clock.now()
  const span = comparedSpan(query, now)
  const bounds = { ...span, stretches: [span.previousFrom, span.from] }
  const ofIt = ofCurrency(await readSums(db, now, bounds), query.currency)
  const { organizations, others } = summarizeCurrency(query.currency, bounds, [span.from], ofIt)
  return { ...spanOf(span), organizations, others }
}

function ofCurrency(sums: Sums, code: string): Sums {
  const of = <Group extends { currency: string }>(groups: Group[]) => groups.filter(({ currency }) => currency === code)
  return {
    months: of(sums.months),
    parts: of(sums.parts),
    ages: of(sums.ages),
    accounts: of(sums.accounts),
    disputes: of(sums.disputes),
  }
}

const netOf = ({ amount, refunded, lost }: MonthGroup) => amount - refunded - lost

const amountAndCount = (groups: { amount: number; invoices: number }[]) => ({
  amount: sum(groups, ({ amount }) => amount),
  invoices: sum(groups, ({ invoices }) => invoices),
})

interface Range {
  from: Date
  to: Date
}

/** The beginnings of the months that the period has days of, the first one cut to it. */
function monthStarts({ from, to }: Range, zone: string): Date[] {
  const first = from.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate().with({ day: 1 })
  const startOfMonth = (i: number) => new Date(first.add({ months: i }).toZonedDateTime(zone).epochMilliseconds)
  const months = [from]
  for (let next = startOfMonth(1); next < to; next = startOfMonth(months.length)) months.push(next)
  return months
}

/** The beginnings of the same stretches in the period before. */
const before = (months: Date[], { back, previousFrom }: PeriodTimes, zone: string): Date[] =>
  months.map((month, i) => {
    if (i === 0) return previousFrom
    const day = month.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate().subtract(back)
    return new Date(day.toZonedDateTime(zone).epochMilliseconds)
  })

function summarizeCurrency(currency: string, bounds: Bounds, starts: Date[], groups: Sums): FinanceOfCurrency {
  const { from, to } = bounds
  const paidIn = (range: Range) => ({ paidFrom: range.from.toISOString(), paidTo: range.to.toISOString(), currency })
  const now = groups.months.filter(({ stretch }) => stretch > starts.length)
  const previous = amountAndCount(groups.months.filter(({ stretch }) => stretch <= starts.length))
  const paid = amountAndCount(now)
  const net = sum(now, netOf)
  const due = amountAndCount(groups.ages.filter(({ age }) => age === 'not-due'))
  const overdue = amountAndCount(groups.ages.filter(({ age }) => age !== 'not-due'))
  const totals = { paid: paid.amount, net, due: due.amount, overdue: overdue.amount }
  return {
    currency,
    paid: {
      ...paid,
      previous: previous.amount,
      previousInvoices: previous.invoices,
      percentage: percentageOf(paid.amount, previous.amount),
      refunded: sum(now, ({ refunded }) => refunded),
      lost: sum(now, ({ lost }) => lost),
      net,
      list: paidIn({ from, to }),
      refundedList: { ...paidIn({ from, to }), takenBack: 'refunded' },
      lostList: { ...paidIn({ from, to }), takenBack: 'lost' },
    },
    disputes: bookedOutcomes.map((outcome) => {
      const { amount = 0, disputes = 0 } = groups.disputes.find((group) => group.outcome === outcome) ?? {}
      const list = { status: outcome, currency, openedFrom: from.toISOString(), openedTo: to.toISOString() }
      return { outcome, amount, disputes, list }
    }),
    due: { ...due, list: { status: 'due', currency } },
    overdue: { ...overdue, list: { status: 'overdue', currency } },
    open: { ...amountAndCount(groups.ages), list: { age: ANY_AGE, currency } },
    revenue: revenueByMonth(
      starts.map((start, i) => ({ from: start, to: starts[i + 1] ?? to })),
      groups.months,
      groups.parts,
      paidIn,
    ),
    ageing: invoiceAges.map((age) => ({
      age,
      ...amountAndCount(groups.ages.filter((group) => group.age === age)),
      list: { age, currency },
    })),
    ...listPayers(currency, groups.accounts, totals, {
      paidList: paidIn({ from, to }),
      beforeList: paidIn({ from: bounds.previousFrom, to: bounds.previousTo }),
    }),
  }
}

export const NO_LINE = 'Tax, shipping and credit'

export function placeOf(name: string, parts: PartGroup[]): number | null {
  const place = parts.find((part) => part.name === name)?.place ?? null
  return place && place - 1
}

/** Amounts that no line explains have a column of their own, so that each row adds up. */
function revenueByMonth(
  ranges: Range[],
  months: MonthGroup[],
  parts: PartGroup[],
  listOf: (range: Range) => Record<string, string>,
): FinanceOfCurrency['revenue'] {
  const amountOf = (name: string) =>
    sum(
      parts.filter((part) => part.name === name),
      ({ amount }) => amount,
    )
  const names = [...new Set(parts.map(({ name }) => name))].sort(
    (a, b) => amountOf(b) - amountOf(a) || a.localeCompare(b),
  )
  const rows = ranges.map((range, i) => {
    const ofMonth = months.filter(({ stretch }) => stretch === ranges.length + i + 1)
    const all = amountAndCount(ofMonth)
    const previous = amountAndCount(months.filter(({ stretch }) => stretch === i + 1)).amount
    const here = parts.filter(({ stretch }) => stretch === ranges.length + i + 1)
    const amounts = names.map((name) =>
      sum(
        here.filter((part) => part.name === name),
        ({ amount }) => amount,
      ),
    )
    return {
      range,
      all,
      previous,
      net: sum(ofMonth, netOf),
      amounts: [...amounts, all.amount - sum(here, ({ amount }) => amount)],
    }
  })
  const isExplained = rows.every(({ amounts }) => amounts.at(-1) === 0)
  const columns = isExplained ? names : [...names, NO_LINE]
  return {
    applications: columns.map((name, i) => ({
      name,
      amount: sum(rows, ({ amounts }) => amounts[i] ?? 0),
      place: placeOf(name, parts),
    })),
    months: rows.map(({ range, all, amounts, previous, net }) => ({
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      ...all,
      previous,
      net,
      amounts: amounts.slice(0, columns.length),
      list: listOf(range),
    })),
  }
}
