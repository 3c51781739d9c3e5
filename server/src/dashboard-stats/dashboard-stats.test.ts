import { dashboardStats, periods } from '@hikmah/contract/dashboard-stats'
import { invites as inviteContract } from '@hikmah/contract/invites/endpoints'
import { orders as orderContract } from '@hikmah/contract/orders/endpoints'
import type { OrderStatus } from '@hikmah/contract/orders/words'
import { organizations as organizationContract } from '@hikmah/contract/organizations/endpoints'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { foldDays } from '../finance/fold-days.ts'
import { rowsOf } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { orders } from '../orders/table.ts'
import { organizationStatusChanges } from '../organizations/table.ts'

const { readDashboardStats } = dashboardStats
const { db, as, given, clock } = await startServer()
const manager = await as('manager')
const DAY_S = 86_400
const ago = (days: number) => secondsAfter(clock.now(), -days * DAY_S)
const stats = async (period = 'last-7-days', tz = 'UTC') =>
  (await manager(readDashboardStats, { query: { period, tz } })).data

const buyer = await given.organization({ createdAt: ago(400) })
const order = (days: number, status: OrderStatus, total: number, currency = 'usd') =>
  given.order(buyer.id, { status, currency, subtotal: total, total, createdAt: ago(days), updatedAt: ago(days) })

test.each(periods)('nothing at all is zero everywhere in %s', async (period) => {
  const { orders: it, chart } = await stats(period)
  expect(it.newOrders).toMatchObject({ data: 0, previous: 0, percentage: 0 })
  expect(it.totalAmount.amounts).toEqual([])
  expect(it.pending.oldestAt).toBeNull()
  expect(chart.points.every((point) => point.orders === 0 && point.amounts.length === 0)).toBe(true)
})

test('orders are counted by what they are now, and compared with those of the time before', async () => {
  await order(0, 'new', 4900)
  await order(2, 'in-progress', 2000)
  await order(3, 'completed', 1000)
  await order(3, 'done', 500, 'eur')
  await order(4, 'closed', 700)
  await order(9, 'completed', 1800)
  const { orders: it, chart } = await stats()
  expect(it.newOrders).toMatchObject({ data: 5, previous: 1, percentage: 400 })
  expect(it.completed).toMatchObject({ data: 2, previous: 1, percentage: 100 })
  await order(118, 'new', 100)
  const waiting = (await stats()).orders.pending
  expect(waiting, 'what waits is counted now, whenever it was placed').toMatchObject({ data: 3, placed: 2 })
  expect(ageInDays(waiting.oldestAt)).toBe(118)
  expect((await manager(orderContract.listOrders, { query: { ...waiting.list, page: 1 } })).meta.total).toBe(3)
  expect(it.totalAmount.amounts).toEqual([
    { currency: 'usd', data: 8600, previous: 1800, percentage: 378 },
    { currency: 'eur', data: 500, previous: 0, percentage: 100 },
  ])
  expect(chart.points).toHaveLength(7)
  expect(chart.points.reduce((sum, point) => sum + point.orders, 0)).toBe(5)
  expect(chart.points.map(({ before }) => before.orders)).toEqual([0, 0, 0, 0, 1, 0, 0])
  expect(chart.points[4]!.before).toEqual({ orders: 1, amounts: [{ currency: 'usd', amount: 1800 }] })
  expect(chart.points[3]).toMatchObject({
    orders: 2,
    amounts: [
      { currency: 'eur', amount: 500 },
      { currency: 'usd', amount: 1000 },
    ],
  })
})

const ageInDays = (at: string | null) => Math.floor((clock.now().getTime() - new Date(at!).getTime()) / 86_400_000)

test.each(periods)('the chart of %s adds up to its cards', async (period) => {
  const { orders: it, chart } = await stats(period, 'Asia/Kolkata')
  expect(chart.points.reduce((sum, point) => sum + point.orders, 0)).toBe(it.newOrders.data)
  for (const { currency, data } of it.totalAmount.amounts) {
    const amounts = chart.points.flatMap((point) => point.amounts.filter((one) => one.currency === currency))
    expect(amounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(data)
  }
  const before = chart.points.reduce((sum, point) => sum + point.before.orders, 0)
  // Of today only the hours that have begun are compared.
  if (period !== 'today') expect(before).toBe(it.newOrders.previous)
})

test('what is kept of each day is what was ordered, after changes and deletions too', async () => {
  const counted = () =>
    rowsOf(
      db,
      sql`select (created_at at time zone 'UTC')::date::text as day, status, currency, count(*)::int as count, sum(total)::int as amount
        from orders group by 1, 2, 3 order by 1, 2, 3`,
    )
  const kept = () =>
    rowsOf(
      db,
      sql`select day::text, status, currency, sum(count)::int as count, sum(amount)::int as amount from order_days
        group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0 order by 1, 2, 3`,
    )
  expect(await kept()).toEqual(await counted())
  await db.update(orders).set({ status: 'completed', total: 1 }).where(eq(orders.status, 'new'))
  await db.update(orders).set({ email: 'nothing@that.counts' })
  await db.delete(orders).where(eq(orders.status, 'in-progress'))
  const days = await kept()
  expect(days).toEqual(await counted())
  expect(days.length).toBeGreaterThan(2)
  await foldDays(db)
  expect(await kept()).toEqual(days)
})

test('the figures of organizations are those of the lists they lead to', async () => {
  await given.organization()
  const veteran = await given.organization({ createdAt: ago(300), status: 'approved' })
  await db.insert(organizationStatusChanges).values({
    id: newId(),
    organizationId: veteran.id,
    fromStatus: 'onboarding',
    toStatus: 'approved',
    at: ago(1),
    byName: 'Test',
  })
  await given.invite()
  const { organizations: it } = await stats()
  expect(it.active).toMatchObject({ data: 1, previous: 0, percentage: 100 })
  const rowsOf = async (list: Record<string, string>) => {
    const { tab, ...query } = list
    const endpoint = tab === '1' ? inviteContract.listInvites : organizationContract.listOrganizations
    return (await manager(endpoint as typeof organizationContract.listOrganizations, { query: { ...query, page: 1 } }))
      .meta.total
  }
  for (const figure of Object.values(it)) expect(await rowsOf(figure.list)).toBe(figure.data)
  expect(it.invited.data).toBeGreaterThan(0)
})

test('a period that is none is refused by name', async () => {
  const { status, error } = await manager(readDashboardStats, { query: { period: 'forever', tz: 'Mars/Base' } })
  expect(status).toBe(400)
  expect(Object.keys(error.fields ?? {}).sort()).toEqual(['period', 'tz'])
})
