import type { DashboardStats } from '@hikmah/contract/dashboard-stats'
import { type OrderStage, orderStages } from '@hikmah/contract/orders/schemas'
import type { Db } from '../kit/db/db.ts'
import { compared } from '../kit/figures/percentage.ts'
import type { PeriodTimes } from '../kit/figures/period.ts'
import { BEFORE, FIRST_STEP, type Group, readOldestPending, readOrderGroups } from './order-groups.ts'

/** All figures are sums of the same groups, so cards and chart agree to the last cent. */
export async function readOrderFigures(db: Db, times: PeriodTimes): Promise<Pick<DashboardStats, 'orders' | 'chart'>> {
  const [groups, oldestAt] = await Promise.all([readOrderGroups(db, times), readOldestPending(db, times)])
  const before = groups.filter(({ stretch }) => stretch === BEFORE)
  const now = groups.filter(({ stretch }) => stretch >= FIRST_STEP)
  const figure = (stage?: OrderStage) => ({
    ...compared(countOf(of(now, stage)), countOf(of(before, stage))),
    list: { ...(stage && { stage }), ...listOf(times) },
  })
  const [sums, sumsBefore] = [amountsOf(now), amountsOf(before)]
  const currencies = new Set([...sums, ...sumsBefore].map(({ currency }) => currency))
  const amountIn = (of: typeof sums, currency: string) => of.find((one) => one.currency === currency)?.amount ?? 0
  return {
    orders: {
      newOrders: figure(),
      completed: figure('completed'),
      pending: { ...figure('pending'), oldestAt: oldestAt?.toISOString() ?? null },
      totalAmount: {
        amounts: [...currencies].map((currency) => ({
          currency,
          ...compared(amountIn(sums, currency), amountIn(sumsBefore, currency)),
        })),
        list: listOf(times),
      },
    },
    chart: {
      by: times.by,
      points: times.steps.map((step, i) => {
        const here = now.filter(({ stretch }) => stretch === FIRST_STEP + i)
        const range = { from: step, to: times.steps[i + 1] ?? times.stepsTo }
        return {
          from: range.from.toISOString(),
          to: range.to.toISOString(),
          orders: countOf(here),
          amounts: amountsOf(here),
          list: listOf(range),
        }
      }),
    },
  }
}

const listOf = ({ from, to }: { from: Date; to: Date }) => ({
  createdFrom: from.toISOString(),
  createdTo: to.toISOString(),
})

const of = (groups: Group[], stage?: OrderStage) =>
  stage ? groups.filter(({ status }) => (orderStages[stage] as readonly string[]).includes(status)) : groups

const countOf = (groups: Group[]) => groups.reduce((sum, { count }) => sum + count, 0)

/** The currency of most orders first. */
function amountsOf(groups: Group[]) {
  const sums = new Map<string, { currency: string; amount: number; count: number }>()
  for (const { currency, amount, count } of groups) {
    const sum = sums.get(currency) ?? { currency, amount: 0, count: 0 }
    sums.set(currency, { currency, amount: sum.amount + amount, count: sum.count + count })
  }
  return [...sums.values()]
    .sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
    .map(({ currency, amount }) => ({ currency, amount }))
}
