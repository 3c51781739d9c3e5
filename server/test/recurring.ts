import {
  type RECURRING_CHANGE,
  type RecurringPart,
  type RecurringRow,
  recurringRevenue,
} from '@hikmah/contract/recurring-revenue'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, expect, vi } from 'vitest'
import type { organizations } from '../src/organizations/table.ts'
import { recurringMovements } from '../src/payments/recurring.ts'
import { stripeEvents, stripeSubscriptions } from '../src/payments/table.ts'
import { startWithPayments } from './payments.ts'

const { readRecurringRevenue, listRecurringMovements } = recurringRevenue
const DAY_S = 86_400
type Organization = typeof organizations.$inferSelect

/** A server whose organizations subscribe at the sandbox; each test leaves none. */
export async function startWithRecurring() {
  const server = await startWithPayments()
  const { as, clock, control, customerOf, db, given, provider } = server

  const inTime = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 150_000, interval: 50 })
  /** All that happened at the provider was told, and worked on. */
  const settled = () =>
    inTime(async () => {
      const { data } = await provider.events.list({ limit: 100 })
      expect(data.filter(({ pending_webhooks }) => pending_webhooks > 0)).toEqual([])
      expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0)
    })

  async function pass(days: number) {
    await settled()
    await control('clock', { advanceS: days * DAY_S })
    clock.advance(days * DAY_S)
  }

  afterEach(async () => {
    const { data } = await provider.subscriptions.list({ limit: 100 })
    for (const { id } of data) await provider.subscriptions.cancel(id)
    await settled()
    await db.delete(stripeSubscriptions)
  }, 180_000)

  async function payer(card?: string): Promise<{ organization: Organization; customer: string }> {
    const organization = await given.organization()
    return { organization, customer: (await customerOf(organization, card)).id }
  }

  /** Amounts of the parts that are not 0, of the period so far. */
  async function partsOf(currency = 'usd', period = 'last-12-months') {
    const caller = await as('admin')
    const { data } = await caller(readRecurringRevenue, { query: { period } })
    const parts = data.currencies.find((one) => one.currency === currency)?.parts ?? []
    return Object.fromEntries(parts.filter(({ amount }) => amount !== 0).map(({ part, amount }) => [part, amount]))
  }

  const becomes = (parts: object, currency?: string) =>
    inTime(async () => expect(await partsOf(currency)).toEqual(parts))

  async function rowsOf(
    part: RecurringPart | typeof RECURRING_CHANGE,
    currency = 'usd',
    query: object = { period: 'last-12-months' },
  ) {
    const caller = await as('admin')
    const rows: RecurringRow[] = []
    for (let page = 1; ; page += 1) {
      const { data, meta } = await caller(listRecurringMovements, {
        query: { ...query, part, currency, page, limit: 100 },
      })
      rows.push(...data)
      if (rows.length >= meta.total) return rows
    }
  }

  const readMovements = (customers: string[]) =>
    db
      .select()
      .from(recurringMovements)
      .where(inArray(recurringMovements.customerId, customers))
      .orderBy(recurringMovements.subscriptionId, recurringMovements.number)

  return { ...server, inTime, settled, pass, payer, partsOf, becomes, rowsOf, readMovements }
}
