import { finance } from '@hikmah/contract/finance'
import { invoices } from '@hikmah/contract/invoices'
import { orders } from '@hikmah/contract/orders/endpoints'
import { ne } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { stripeEvents, stripeInvoices, stripeSubscriptions } from './table.ts'

const { admin, buy, clock, control, db, provider, read } = await startWithOrders()

/** Hundreds of events are worked on one after the other. */
const inTime = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 90_000, interval: 100 })
const untilSettled = () =>
  inTime(async () => {
    const { data } = await provider.events.list({ limit: 100 })
    expect(data.filter(({ pending_webhooks }) => pending_webhooks > 0)).toEqual([])
    expect(await db.$count(stripeEvents, ne(stripeEvents.state, 'done'))).toBe(0)
  })

type Bought = Awaited<ReturnType<typeof buy>>

const passDays = async (days: number) => {
  await untilSettled()
  await control('clock', { advanceS: days * 86_400 })
  clock.advance(days * 86_400)
  await untilSettled()
}
const chargesOf = async ({ session }: Bought) =>
  (await provider.charges.list({ customer: session.customer })).data.map(({ id }) => id)

/** A month with money that moves in every way. */
async function passMonth() {
  const [returned, disputed, changed] = [await buy(), await buy(), await buy()]
  const { id } = await provider.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: changed.session.customer,
  })
  const sent = await provider.subscriptions.create({
    customer: disputed.session.customer,
    items: [{ price: (await provider.subscriptions.retrieve(disputed.session.subscription)).items.data[0]!.price.id }],
    collection_method: 'send_invoice',
    days_until_due: 30,
  })
  const refund = { paymentId: returned.session.invoice, amount: 1250, reason: 'One left out' }
  expect((await admin(orders.refundOrder, { params: { id: returned.order._id }, body: refund })).status).toBe(200)
  await passDays(8)
  const [ofReturned] = await chargesOf(returned)
  await provider.refunds.create({ charge: ofReturned!, amount: 700 })
  await provider.creditNotes.create({ invoice: returned.session.invoice, amount: 900, credit_amount: 900 })
  await provider.creditNotes.create({ invoice: returned.session.invoice, amount: 300, out_of_band_amount: 300 })
  const [ofDisputed] = await chargesOf(disputed)
  await control(`charges/${ofDisputed}/dispute`, { amount: 4410 })
  await provider.invoices.pay(String(sent.latest_invoice), { paid_out_of_band: true })
  await provider.subscriptions.update(changed.session.subscription, { default_payment_method: id })
  await passDays(8)
  await control(`charges/${ofDisputed}/dispute`, { close: 'lost' })
  await passDays(15)
  const [renewal] = await chargesOf(disputed)
  await control(`charges/${renewal}/dispute`, { amount: 500 })
  const { data: open } = await provider.invoices.list({ customer: changed.session.customer, status: 'open' })
  for (const invoice of open) await provider.invoices.voidInvoice(invoice.id!)
  expect(open).toHaveLength(1)
  return [returned, disputed, changed]
}

/** Everything that says what was paid and what is left of it. Read from our copies first: then the provider is asked. */
async function readAccounts(bought: Bought[]) {
  const books = {
    summary: (await admin(finance.readFinanceSummary, { query: { period: 'last-12-months' } })).data.currencies,
    csv: (await admin(finance.exportInvoices, { query: {} })).text,
  }
  const accounts = []
  for (const { order, organization } of bought) {
    const params = { orgId: organization.id }
    const listed = (await admin(invoices.listOrganizationInvoices, { params, query: { limit: 100 } })).data
    const receipts = await Promise.all(
      listed.map(async ({ id }) => ({ ...(await admin(invoices.readInvoice, { params: { id } })).data, asOf: null })),
    )
    const { ledger, money, refunded, isDisputed, payment } = await read(order._id)
    accounts.push({ listed, receipts, ledger, money, refunded, isDisputed, payment })
  }
  const left = await Promise.all(
    bought.map(async ({ order }) => (await admin(orders.readOrderMoney, { params: { id: order._id } })).data),
  )
  return { ...books, accounts, left }
}

test('the events of a month come again, each twice and the last first: every account stays, also when all has to be made from them', async () => {
  const bought = await passMonth()
  await untilSettled()
  const accounts = await readAccounts(bought)
  expect(accounts.accounts.map(({ ledger }) => ledger)).toMatchObject([
    { refunded: 1950, toBalance: 900, returnedOutside: 300 },
    { lost: 4410 },
    { refunded: 0 },
  ])
  expect(accounts.left[1]).toMatchObject({ payments: [{ disputed: 500 }, { lost: 4410 }] })

  const count = await db.$count(stripeEvents)
  const comeAgain = async () => {
    // An event that is known would not be worked on again.
    await db.delete(stripeEvents)
    await control('events/replay', { duplicate: true, reverse: true })
    await inTime(async () => {
      expect(await db.$count(stripeEvents)).toBe(count)
      expect(await db.$count(stripeEvents, ne(stripeEvents.state, 'done'))).toBe(0)
    })
    expect(await readAccounts(bought)).toEqual(accounts)
  }
  await comeAgain()
  await db.delete(stripeInvoices)
  await db.delete(stripeSubscriptions)
  await comeAgain()
}, 240_000)
