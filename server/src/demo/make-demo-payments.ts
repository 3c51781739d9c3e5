import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { staff } from '../accounts/table.ts'
import { importCampaign } from '../campaigns/routes.ts'
import { campaigns } from '../campaigns/table.ts'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { deleteSetting, readSetting, saveSetting } from '../kit/db/db.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { orders } from '../orders/table.ts'
import { changeOrderStatus } from '../orders/update-order.ts'
import { organizations } from '../organizations/table.ts'
import { linkAccounts } from '../payment-account/payment-account.ts'
import { stripeWalks } from '../payments/comparison-table.ts'
import { compareAll } from '../payments/reconcile.ts'
import { stripeCustomers, stripeEvents, stripeInvoices, stripeSubscriptions } from '../payments/table.ts'
import { demoStaffActor } from './fiction.ts'
import { connectAccounts, type Offers, offerCatalog } from './payment-catalog.ts'

/** This setting holds the progress of the demo payments, which are made once in the sandbox of this console. */
const STATE = 'demo-payments'
const BEGIN_DAYS = 401

interface Act {
  /** In days before now. */
  ago: number
  run(): Promise<unknown>
  isCheckout?: true
}

/**
 * Fills an empty payment sandbox with what the fictional organizations bought and how they paid, as their people would:
 * over the provider's protocol, at past times on the sandbox's own clock, so that every invoice, renewal and event is as
 * true as one made by hand. Changes caused by the clock send no event; they are read at the end. `sandbox` is its address.
 * Returns whether it did.
 */
export async function makeDemoPayments(house: House, sandbox: URL): Promise<boolean> {
  if (!house.config.demoData || (await readSetting(house.db, STATE)) !== undefined) return false
  await saveSetting(house.db, STATE, 'begun')
  const control = (path: string, body: object = {}) =>
    fetch(new URL(`/__sandbox/${path}`, sandbox), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // Whole seconds add up exactly: the clock must not be ahead of the real time at the end.
  let behindS = BEGIN_DAYS * DAY_S
  const moveTo = async (agoS: number) => {
    const { ok, status } = await control('clock', { advanceS: behindS - agoS, quiet: true })
    if (!ok) throw new Error(`The clock of the payment sandbox cannot be moved: ${status}`)
    behindS = agoS
  }
  const began = await control('clock', { advanceS: -behindS })
  if (!began.ok) {
    // Somebody has used this sandbox before: its contents stay, at the next start too.
    await saveSetting(house.db, STATE, 'done')
    return false
  }
  const by = await firstOwner(house)
  const acts = await planPurchases(house, await offerCatalog(house, by), (id) => control(`checkout/${id}/pay`))
  for (const act of acts.sort((a, b) => b.ago - a.ago)) {
    await moveTo(Math.round(act.ago * DAY_S))
    await act.run()
  }
  await moveTo(0)
  await connectAccounts(house)
  for (const { code } of COUPONS) await importCampaign(house, by, { promoCode: code })
  await compareAll(house, { isImport: true, others: [linkAccounts] })
  await attendToOrders(house, by, acts.filter(({ isCheckout }) => isCheckout).length)
  await saveSetting(house.db, STATE, 'done')
  return true
}

const LONGEST_WAIT_MS = 60_000

/** Waits for the orders, which arrive as events. Staff have settled the older ones and work on some newer ones. */
async function attendToOrders(house: House, by: StaffActor, expected: number) {
  const until = Date.now() + LONGEST_WAIT_MS
  while ((await house.db.$count(orders)) < expected && Date.now() < until) await sleep(200)
  const placed = await house.db
    .select({ id: orders.id, version: orders.version })
    .from(orders)
    .orderBy(orders.createdAt)
  for (const [n, { id, version }] of placed.entries()) {
    const isOld = n < placed.length * 0.6
    if (isOld || n % 3 === 0) await changeOrderStatus(house, by, id, { status: 'in-progress', version })
    if (isOld)
      await changeOrderStatus(house, by, id, { status: n % 5 === 4 ? 'done' : 'completed', version: version + 1 })
  }
}

/** Deletes demo payments that were interrupted, so that they are made again from the beginning. */
export async function forgetHalfMadePayments({ db, config }: House): Promise<void> {
  if ((await readSetting(db, STATE)) !== 'begun') return
  rmSync(join(config.dataDir, 'sandbox'), { recursive: true, force: true })
  const mirror = [stripeInvoices, stripeSubscriptions, stripeCustomers, stripeEvents, stripeWalks]
  for (const table of [campaigns, orders, ...mirror]) await db.delete(table)
  await db.update(organizations).set({ paymentAccountId: '' })
  await deleteSetting(db, STATE)
}

async function firstOwner({ db }: House): Promise<StaffActor> {
  const [owner] = await db.select().from(staff).where(eq(staff.role, 'hikmah_owner')).orderBy(asc(staff.createdAt))
  return demoStaffActor(owner!)
}

interface Coupon extends Stripe.CouponCreateParams {
  code: string
  max_redemptions?: number
  /** Counted from the beginning. */
  daysGood?: number
}
const COUPONS: Coupon[] = [
  { name: 'Ramadan', code: 'RAMADAN25', percent_off: 25, duration: 'once' },
  {
    name: 'Welcome',
    code: 'WELCOME10',
    amount_off: 1000,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 3,
  },
  { name: 'Eid 2025', code: 'EID2025', percent_off: 15, duration: 'once', daysGood: 30 },
  { name: 'First three', code: 'FIRST3', percent_off: 50, duration: 'once', max_redemptions: 3 },
  { name: 'Friends of the mosque', code: 'FRIENDS5', percent_off: 5, duration: 'forever' },
]

const askProvider =
  ({ stripe }: House) =>
  <Answer extends { object: string }>(call: (sdk: Stripe) => Promise<Answer>) =>
    stripe.ask('work', call)

async function planPurchases(
  house: House,
  offers: Offers,
  pay: (checkout: string) => Promise<unknown>,
): Promise<Act[]> {
  const { db } = house
  const ask = askProvider(house)
  const now = house.clock.now().getTime()
  const codes = new Map<string, string>()
  for (const coupon of COUPONS) {
    const { code, daysGood, max_redemptions, ...terms } = coupon
    const created = await ask((sdk) => sdk.coupons.create(terms))
    const expires_at = daysGood && Math.floor(now / 1000) - (BEGIN_DAYS - daysGood) * DAY_S
    const { id } = await ask((sdk) =>
      sdk.promotionCodes.create({
        code,
        promotion: { type: 'coupon', coupon: created.id },
        ...(max_redemptions && { max_redemptions }),
        ...(expires_at && { expires_at }),
      }),
    )
    codes.set(code, id)
  }

  const shoppers = await db
    .select()
    .from(organizations)
    .where(eq(organizations.status, 'approved'))
    .orderBy(asc(organizations.createdAt))
  return shoppers.flatMap((organization, n) => {
    const joined = (now - organization.createdAt.getTime()) / 86_400_000
    return purchases(house, offers, codes, pay, organization, n, joined)
  })
}

function purchases(
  house: House,
  offers: Offers,
  codes: Map<string, string>,
  pay: (checkout: string) => Promise<unknown>,
  organization: typeof organizations.$inferSelect,
  n: number,
  joined: number,
): Act[] {
  const ask = askProvider(house)
  const first = Math.max(joined * 0.93 - 1, 0.2)
  const plan = offers.plans[n % offers.plans.length]!
  const interval = n % 4 === 1 ? 'year' : 'month'
  const player = offers.players.find(({ application }) => application === plan.application)
  const extra = n % 3 === 2 ? offers.integrations[n % offers.integrations.length] : undefined
  const code = n % 5 === 0 ? 'RAMADAN25' : n % 5 === 3 ? 'WELCOME10' : n < 9 && n % 3 === 1 ? 'FIRST3' : undefined
  const promo = code && codes.get(code)
  const card = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'][n % 3]!
  let customer: Stripe.Customer
  const payBy = async (paymentMethod: string, id: string) => {
    const method = await ask((sdk) => sdk.paymentMethods.attach(paymentMethod, { customer: id }))
    return ask((sdk) => sdk.customers.update(id, { invoice_settings: { default_payment_method: method.id } }))
  }

  const checkOut: Act = {
    ago: first,
    isCheckout: true,
    run: async () => {
      const { name, email, line1, city, state, postalCode } = organization
      const address = { line1, city, state, postal_code: postalCode, country: 'US' }
      const metadata = { orgId: organization.id }
      const { id } = await ask((sdk) => sdk.customers.create({ name, email, address, metadata }))
      customer = await payBy(card, id)
      const session = await ask((sdk) =>
        sdk.checkout.sessions.create({
          mode: 'subscription',
          customer: id,
          client_reference_id: organization.id,
          success_url: 'https://deen.example/thanks',
          line_items: [
            { price: plan.prices[interval], quantity: 1 },
            ...(player ? [{ price: player.price, quantity: 1 + (n % 2) }] : []),
            ...(extra ? [{ price: extra.prices[interval], quantity: 1 }] : []),
          ],
          ...(promo && { discounts: [{ promotion_code: promo }] }),
        }),
      )
      await pay(session.id)
    },
  }
  const later: Act[] = []
  if (n % 7 === 3 && first > 40) {
    later.push({ ago: Math.max(first / 3, 35), run: () => payBy('pm_card_chargeCustomerFail', customer.id) })
  }
  if (n % 9 === 4 && first > 20) {
    const run = async () => {
      const { data } = await ask((sdk) => sdk.subscriptions.list({ customer: customer.id, status: 'all' }))
      const { id } = data[0]!
      await ask((sdk) => sdk.subscriptions.update(id, { cancel_at_period_end: true }))
    }
    later.push({ ago: first / 2, run })
  }
  if (n % 8 === 6) {
    const run = async () => {
      const invoices = await ask((sdk) => sdk.invoices.list({ customer: customer.id, status: 'paid' }))
      const newest = invoices.data[0]!
      const amount = Math.round(newest.total / 4)
      await ask((sdk) => sdk.creditNotes.create({ invoice: newest.id, amount, refund_amount: amount }))
    }
    later.push({ ago: first / 2, run })
  }
  if (n % 6 === 5) {
    // Pays by invoice, and the newest is not paid yet.
    const run = () =>
      ask((sdk) =>
        sdk.subscriptions.create({
          customer: customer.id,
          items: [{ price: plan.prices.month }],
          collection_method: 'send_invoice',
          days_until_due: 14,
        }),
      )
    later.push({ ago: Math.min(first / 2, 25), run })
  }
  return [checkOut, ...later]
}
