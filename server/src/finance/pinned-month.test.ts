import { finance } from '@hikmah/contract/finance'
import { expect, test } from 'vitest'
import { createBooks } from '../../test/books.ts'
import { startServer } from '../../test/start.ts'

const { db, as, given, clock } = await startServer()
const admin = await as('admin')
const books = createBooks(db)

/** The first of the month that many months ago, in UTC. */
const monthAgo = (months: number) =>
  new Date(Date.UTC(clock.now().getUTCFullYear(), clock.now().getUTCMonth() - months, 1, 12))
const daysIn = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()

test('a month is compared with the same days of the month or of the year before, by what was billed and by organization', async () => {
  const player = await books.product('Player')
  const fund = await books.product('Fund')
  const [loyal, gone] = [await given.organization(), await given.organization()]
  const now = clock.now()
  const sell = (organizationId: string, paidAt: Date, amount: number, quantity: number, more: object = {}) =>
    books.invoice({ organizationId, total: amount, paidAt, lines: [{ productId: player, amount, quantity, ...more }] })
  await sell(loyal.id, monthAgo(1), 2000, 2)
  await sell(loyal.id, monthAgo(2), 4000, 4)
  await sell(gone.id, monthAgo(2), 1000, 1)
  await sell(gone.id, monthAgo(13), 9000, 9)
  await sell(loyal.id, monthAgo(0), 300, 1)
  const lines = [{ productId: fund, amount: 500, quantity: 1, isProration: true }]
  await books.invoice({ organizationId: loyal.id, total: 500, paidAt: monthAgo(1), lines })
  const summary = await admin(finance.readFinanceSummary, { query: { period: 'last-12-months' } })
  const { months } = summary.data.currencies[0]!.revenue
  const query = { period: 'last-12-months', currency: 'usd', month: months.at(-2)!.from }

  const { data } = await admin(finance.readRevenueChange, { query })
  expect(data.products).toMatchObject([
    { name: 'Player', now: 2000, before: 5000, units: { now: 2, before: 5 } },
    { name: 'Fund', now: 500, before: 0, units: null },
  ])
  const { data: inYear } = await admin(finance.readRevenueChange, { query: { ...query, compare: 'year' } })
  expect(inYear.net).toEqual({ now: 2500, before: 9000, difference: -6500 })
  expect(inYear.products[0]!.units).toEqual({ now: 2, before: 9 })
  const { data: period } = await admin(finance.readRevenueChange, { query: { ...query, month: undefined } })
  expect(period.products.every(({ units }) => units === null)).toBe(true)
  const { data: payers } = await admin(finance.readPayers, { query })
  expect(payers).toMatchObject({
    organizations: [{ organization: { _id: loyal.id }, paid: { net: 2500 }, before: { amount: 4000 } }],
    others: null,
  })
  const { data: payersInYear } = await admin(finance.readPayers, { query: { ...query, compare: 'year' } })
  expect(payersInYear.organizations).toMatchObject([{ before: { amount: 0 } }])

  // One that is not over has the same days of the other beside it.
  const { data: running } = await admin(finance.readRevenueChange, { query: { ...query, month: months.at(-1)!.from } })
  const shortest = Math.min(now.getUTCDate(), daysIn(monthAgo(1)))
  expect(new Date(Date.parse(running.previousTo) - 1).getUTCDate()).toBe(
    now.getUTCDate() === daysIn(now) ? daysIn(monthAgo(1)) : shortest,
  )
  const refused = await admin(finance.readPayers, { query: { ...query, compare: 'decade' } })
  expect(refused.error.fields).toHaveProperty('compare')
})
