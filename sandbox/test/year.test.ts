import { expect, test } from 'vitest'
import { aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const DAY = 86_400
const CUSTOMERS = 40

test('a history of thirteen months ends today, and all of it is paid', async () => {
  const { stripe, control, webhooks } = await startSandbox()
  await control('clock', { advanceS: -395 * DAY })
  const price = await aPlan(stripe)
  for (let count = 0; count < CUSTOMERS; count += 1) {
    const customer = await stripe.customers.create({
      name: `Masjid ${count}`,
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  }
  const { now } = await control('clock', { advanceS: 395 * DAY, quiet: true })
  expect(Math.abs(Number(now) - Date.now() / 1000)).toBeLessThan(3600)

  await expect.poll(() => webhooks.types().filter((type) => type === 'invoice.paid')).toHaveLength(CUSTOMERS)
  const events = await stripe.events.list({ type: 'invoice.paid', limit: 1 })
  expect(events.data).toMatchObject([{ pending_webhooks: 0 }])
  const invoices = await Array.fromAsync(stripe.invoices.list({ limit: 100 }))
  expect(invoices).toHaveLength(CUSTOMERS * 13)
  expect(invoices.every(({ status, total, amount_paid }) => status === 'paid' && total === amount_paid)).toBe(true)
  const months = new Set(invoices.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 7)))
  expect(months.size).toBeGreaterThanOrEqual(13)
}, 60_000)
