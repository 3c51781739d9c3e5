import { invoices } from '@hikmah/contract/invoices'
import { navigation } from '@hikmah/contract/navigation'
import { payments } from '@hikmah/contract/payments'
import { and, eq, gte } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { startServer } from '../../test/start.ts'
import { missedEventsJob } from '../jobs.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { stripeWalks } from './comparison-table.ts'

const { as, db, given, house, customerOf, price, provider, control, clock } = await startWithPayments()
const manager = await as('manager')
const admin = await as('admin')
const state = async () => (await manager(payments.readProviderState, {})).data
const awaySince = async () => (await manager(navigation.readNavigationCounts, {})).data.paymentsAwaySince

afterEach(() => control('faults', { clear: true }))

test('while the provider is away everybody is told since when, and until when our copies are complete', async () => {
  await missedEventsJob.work(house, {})
  expect(await state()).toEqual({ awaySince: null, knownUntil: null })
  expect(await awaySince()).toBeUndefined()
  const [walk] = await db.select().from(stripeWalks).where(eq(stripeWalks.kind, 'events'))
  await control('faults', { status: 500, times: 1000 })
  clock.advance(31)
  const { awaySince: since, knownUntil } = await state()
  expect(clock.now().getTime() - Date.parse(since!)).toBeLessThan(20_000)
  expect(Date.parse(knownUntil!)).toBeGreaterThanOrEqual(walk!.startedAt.getTime())
  clock.advance(5)
  expect(await awaySince()).toBe(since)
  expect((await manager(payments.tryProvider, {})).status).toBe(502)
})

test('once it is back nobody says that it is away any more, and nobody had to press anything', async () => {
  await control('faults', { drop: true, times: 1000 })
  // What was asked before may still be answered.
  await soon(async () => {
    clock.advance(31)
    expect((await state()).awaySince).not.toBeNull()
  })
  await control('faults', { clear: true })
  await soon(async () => {
    clock.advance(10)
    expect(await awaySince()).toBeUndefined()
  })
})

test('Retry finds out at once, also while calls are held back, and fetches what was missed', async () => {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const { id: monthly } = await price('DEENFUND Standard', 1900)
  await provider.subscriptions.create({ customer: customer.id, items: [{ price: monthly }] })
  const billed = () => manager(invoices.listOrganizationInvoices, { params: { orgId: organization.id } })
  await soon(async () => expect((await billed()).data).toHaveLength(1))
  const { id } = (await billed()).data[0]!
  // Events of the subscription are still read meanwhile: one that is answered lets all calls through again.
  await soon(async () => {
    await control('faults', { status: 500, times: 1000 })
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await admin(invoices.readInvoiceLinks, { params: { id } })).status).toBe(502)
    }
    await control('faults', { clear: true })
    expect((await admin(invoices.readInvoiceLinks, { params: { id } })).status).toBe(502)
  })
  const since = clock.now()
  // The console sends a key with it, and a second press may bring the first answer.
  const once = { headers: { 'idempotency-key': 'tried-once' } }
  for (const _press of [1, 2]) {
    expect((await manager(payments.tryProvider, {}, once)).data).toEqual({ awaySince: null, knownUntil: null })
  }
  expect((await admin(invoices.readInvoiceLinks, { params: { id } })).status).toBe(200)
  await soon(async () => {
    const walked = await db.$count(stripeWalks, and(eq(stripeWalks.kind, 'events'), gte(stripeWalks.startedAt, since)))
    expect(walked).toBeGreaterThan(0)
  })
})

test('where no provider is configured nobody is told that a comparison has started, or that it answers', async () => {
  const owner = await (await startServer()).as('owner')
  const refusal = { status: 503, error: { code: 'UNAVAILABLE', message: 'The payment provider is not configured' } }
  expect(await owner(payments.reconcile, {})).toMatchObject(refusal)
  expect(await owner(payments.tryProvider, {})).toMatchObject(refusal)
  expect((await owner(payments.readReconciliation, {})).data.isConfigured).toBe(false)
  expect((await admin(payments.readReconciliation, {})).data.isConfigured).toBe(true)
})

test('who starts a comparison with the provider is in the trail', async () => {
  expect((await admin(payments.reconcile, {})).status).toBe(200)
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'payment-customer.comparison-started'))
  expect(entries).toMatchObject([{ actorKind: 'staff' }])
})
