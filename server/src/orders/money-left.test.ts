import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { outcomeOf } from '../outside/stripe/movements.ts'
import { stripeOperations } from '../outside/stripe/operations.ts'

const {
  db,
  clock,
  admin,
  buy,
  checkOut,
  customerOf,
  given,
  orderOf,
  price,
  read,
  refundsStand,
  provider,
  control,
  holdUp,
  untilSettled,
} = await startWithOrders()
const { cancelOrder, readRefundChoices, updateOrder } = endpoints

const choicesOf = async ({ _id }: { _id: string }) => (await admin(readRefundChoices, { params: { id: _id } })).data
const cancelled = (order: { _id: string }, refund = 'full') =>
  admin(cancelOrder, { params: { id: order._id }, body: { reason: 'Moved', refund } })

/** The time goes by here and at the provider. */
async function passed(seconds: number) {
  await control('clock', { advanceS: seconds })
  clock.advance(seconds)
}

/** An order of $98.00 that was paid by card, and its charge. */
async function paid98(interval: 'month' | 'year' = 'month') {
  const { order, session } = await buy({ items: [['DEENFUND', 9800]], interval })
  const { data } = await provider.charges.list({ customer: session.customer })
  const charge = data[0]!.id
  const { invoice } = session
  return {
    order,
    session,
    charge,
    refunded: (amount: number) => provider.refunds.create({ charge, amount }),
    credited: (credit_amount: number) => provider.creditNotes.create({ invoice, amount: credit_amount, credit_amount }),
    disputed: (body: object = {}) => control(`charges/${charge}/dispute`, body),
    /** Everything that left the card again. */
    backOnCard: async () => (await provider.charges.retrieve(charge)).amount_refunded,
  }
}

/** Until the cancellation is written down and about to act at the provider, where it is held up. */
const isUnderWay = (target: string) =>
  soon(async () => expect(await db.$count(stripeOperations, eq(stripeOperations.target, target))).toBe(1))

test.each([
  { refund: 3000, credits: [2000], left: 4800 },
  { refund: 1000, credits: [2000], left: 6800 },
  { refund: 0, credits: [1000, 2000, 500], left: 6300 },
  { refund: 9800, credits: [], left: 0 },
])(
  'after a refund of $refund and credits of $credits at the provider, $left of 9800 cents go back',
  async ({ refund, credits, left }) => {
    const { order, refunded, credited, backOnCard } = await paid98()
    if (refund > 0) await refunded(refund)
    for (const credit of credits) await credited(credit)
    const returned = 9800 - left
    expect(await choicesOf(order)).toMatchObject({ full: left || null, returned, disputed: 0, lost: 0 })
    expect((await cancelled(order)).status).toBe(200)
    expect(await backOnCard()).toBe(refund + left)
  },
)

test('a credit is no refund: the order says what left the card, and only that', async () => {
  const { order, refunded, credited } = await paid98()
  await refunded(3000)
  await credited(2000)
  await soon(async () => expect((await read(order._id)).ledger).toMatchObject({ refunded: 3000, netPaid: 6800 }))
  const { data } = await cancelled(order)
  expect(data.ledger).toMatchObject({ paid: 9800, refunded: 7800, netPaid: 2000 })
})

test('a credit note that documents a refund, and gives the rest as credit or in cash, is not counted twice', async () => {
  const { order, session, refunded, backOnCard } = await paid98()
  const { id: refund } = await refunded(3000)
  await provider.creditNotes.create({
    invoice: session.invoice,
    amount: 5500,
    refunds: [{ refund, amount_refunded: 3000 }],
    credit_amount: 2000,
    out_of_band_amount: 500,
  })
  expect(await choicesOf(order)).toMatchObject({ full: 4300, returned: 5500 })
  expect((await cancelled(order)).status).toBe(200)
  expect(await backOnCard()).toBe(7300)
})

test('a credit before the payment was never paid, and does not go back; one after it is taken off as well', async () => {
  const organization = await given.organization()
  const { id: customer } = await customerOf(organization)
  const { id: priceId } = await price('DEENFUND', 9800)
  const declined = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer })
  const session = await checkOut(organization.id, customer, priceId, 1)
  const order = await orderOf(session.id)
  await provider.subscriptions.update(session.subscription, { default_payment_method: declined.id })
  // The open invoice of a second one: reduced by $20.00, then paid by a card that works.
  const [item] = (await provider.subscriptions.retrieve(session.subscription)).items.data
  await provider.subscriptions.update(session.subscription, {
    items: [{ id: item!.id, quantity: 2 }],
    proration_behavior: 'always_invoice',
  })
  const [open] = (await provider.invoices.list({ customer, status: 'open' })).data
  await provider.creditNotes.create({ invoice: open!.id, amount: 2000 })
  const works = await provider.paymentMethods.attach('pm_card_visa', { customer })
  const paid = await provider.invoices.pay(open!.id, { payment_method: works.id })
  expect(paid.amount_paid).toBe(open!.total - 2000)
  expect(await choicesOf(order)).toMatchObject({ full: 9800 + paid.amount_paid, fromCredit: 0 })
  await provider.creditNotes.create({ invoice: open!.id, amount: 1000, credit_amount: 1000 })
  await provider.creditNotes.create({ invoice: session.invoice, amount: 700, credit_amount: 700 })
  expect(await choicesOf(order)).toMatchObject({ full: 9800 + paid.amount_paid - 1700 })
  expect((await cancelled(order)).status).toBe(200)
  const { data: charges } = await provider.charges.list({ customer })
  const back = charges.filter(({ status }) => status === 'succeeded').map((charge) => charge.amount_refunded)
  expect(back.toSorted((a, b) => a - b)).toEqual([9100, paid.amount_paid - 1000].toSorted((a, b) => a - b))
})

test('what was refunded of an order that was made smaller does not go back again', async () => {
  const { order, session } = await buy({ items: [['DEENKIOSK', 36_000, 3]] })
  const { orderItems, version } = await read(order._id)
  const items = orderItems.map(({ _id }) => ({ _id, qty: 1 }))
  expect((await admin(updateOrder, { params: { id: order._id }, body: { items, version } })).status).toBe(200)
  const { full, credited } = await choicesOf(order)
  expect(full).toBe(108_000 - credited)
  const [charge] = (await provider.charges.list({ customer: session.customer })).data
  await provider.refunds.create({ charge: charge!.id, amount: 5000 })
  expect(await choicesOf(order)).toMatchObject({ full: full! - 5000, credited, returned: 5000 })
  expect((await cancelled(order)).status).toBe(200)
  expect((await provider.charges.retrieve(charge!.id)).amount_refunded).toBe(full)
})

test('what a bank disputes is refused with its amount, and the order can still be cancelled without a refund', async () => {
  const { order, disputed, backOnCard } = await paid98()
  await disputed()
  expect(await choicesOf(order)).toMatchObject({ full: null, prorated: null, disputed: 9800, lost: 0 })
  for (const refund of ['full', 'prorated']) {
    const { status, error } = await cancelled(order, refund)
    expect([status, error.code, error.message]).toEqual([409, 'CONFLICT', expect.stringContaining('$98.00')])
    expect(error.message).toMatch(/disputes .* Cancel without a refund, or wait/)
  }
  expect((await read(order._id)).status).toBe(order.status)
  expect((await cancelled(order, 'none')).status).toBe(200)
  expect(await backOnCard()).toBe(0)
})

test('a part that is disputed stays, and the rest goes back', async () => {
  const { order, disputed, credited, backOnCard } = await paid98()
  await credited(1000)
  await disputed({ amount: 2000 })
  expect(await choicesOf(order)).toMatchObject({ full: 6800, disputed: 2000 })
  expect((await cancelled(order)).status).toBe(200)
  expect(await backOnCard()).toBe(6800)
})

test('a dispute that was lost is taken off, and one that was won leaves all to refund', async () => {
  const lost = await paid98()
  await lost.disputed({ amount: 5000 })
  await lost.disputed({ close: 'lost' })
  expect(await choicesOf(lost.order)).toMatchObject({ full: 4800, lost: 5000, disputed: 0 })
  expect((await cancelled(lost.order)).status).toBe(200)
  expect(await lost.backOnCard()).toBe(4800)

  const won = await paid98()
  await won.disputed()
  await won.disputed({ close: 'won' })
  expect(await choicesOf(won.order)).toMatchObject({ full: 9800, lost: 0, disputed: 0 })
  expect((await cancelled(won.order)).status).toBe(200)
  expect(await won.backOnCard()).toBe(9800)
})

test('an unused period, too, gives back only what is left of its payment', async () => {
  const { order, credited, refunded, backOnCard } = await paid98('year')
  await passed(86_400)
  const { prorated } = await choicesOf(order)
  expect(prorated).toBeGreaterThan(9700)
  await credited(2000)
  await refunded(3000)
  expect(await choicesOf(order)).toMatchObject({ prorated: 4800 })
  expect((await cancelled(order, 'prorated')).status).toBe(200)
  expect(await backOnCard()).toBe(7800)
})

test('what is refunded of two paid invoices of a period is taken from the newer one first', async () => {
  const { order, session } = await buy({ items: [['DEENKIOSK', 36_000, 1]], interval: 'year' })
  await passed(60)
  const { orderItems, version } = await read(order._id)
  const items = orderItems.map(({ _id }) => ({ _id, qty: 2 }))
  expect((await admin(updateOrder, { params: { id: order._id }, body: { items, version } })).status).toBe(200)
  await passed(182 * 86_400)
  const { prorated } = await choicesOf(order)
  expect(prorated).toBeLessThan(72_000)
  expect((await cancelled(order, 'prorated')).status).toBe(200)
  const { data: charges } = await provider.charges.list({ customer: session.customer })
  const [newer, older] = charges
  expect(newer!.amount_refunded).toBe(Math.min(newer!.amount, prorated!))
  expect(newer!.amount_refunded + older!.amount_refunded).toBeGreaterThan(0.98 * prorated!)
  expect(older!.amount_refunded).toBeLessThan(0.02 * older!.amount)
})

test('of a payment without an invoice, a dispute is taken off like a refund', async () => {
  const organization = await given.organization()
  const { id: customer } = await customerOf(organization)
  const product = await provider.products.create({ name: 'DEENFUND' })
  const { id: once } = await provider.prices.create({ product: product.id, currency: 'usd', unit_amount: 9800 })
  const { id } = await provider.checkout.sessions.create({
    mode: 'payment',
    customer,
    success_url: 'https://masjid.example',
    line_items: [{ price: once, quantity: 1 }],
  })
  await control(`checkout/${id}/pay`)
  const order = await orderOf(id)
  const [charge] = (await provider.charges.list({ customer })).data
  await provider.refunds.create({ charge: charge!.id, amount: 800 })
  await control(`charges/${charge!.id}/dispute`)
  expect(await choicesOf(order)).toMatchObject({ full: null, disputed: 9800, returned: 800 })
  expect((await cancelled(order)).error.message).toContain('$98.00')
  await control(`charges/${charge!.id}/dispute`, { close: 'won' })
  expect((await cancelled(order)).status).toBe(200)
  expect((await provider.charges.retrieve(charge!.id)).amount_refunded).toBe(9800)
})

test('money that moves between two refunds of a cancellation is not given back twice, and nothing is left half done', async () => {
  const { order, session } = await buy({ items: [['DEENKIOSK', 36_000, 1]], interval: 'year' })
  const { orderItems, version } = await read(order._id)
  const items = orderItems.map(({ _id }) => ({ _id, qty: 2 }))
  expect((await admin(updateOrder, { params: { id: order._id }, body: { items, version } })).status).toBe(200)
  await choicesOf(order)
  const [second, first] = (await provider.charges.list({ customer: session.customer })).data
  // The first refund is held up, and meanwhile a part of the second payment goes back at the provider.
  const creditNote = await holdUp('POST /v1/credit_notes', 'delayMs')
  const asked = cancelled(order)
  await creditNote.untilHeld()
  await provider.refunds.create({ charge: second!.id, amount: 6000 })
  await creditNote.letGo()
  const { status, data } = await asked
  expect(status).toBe(200)
  const back = await Promise.all(
    [first, second].map(async (one) => (await provider.charges.retrieve(one!.id)).amount_refunded),
  )
  expect(back).toEqual([first!.amount, second!.amount])
  expect(data.ledger).toMatchObject({ netPaid: 0 })
  expect((await provider.subscriptions.retrieve(session.subscription)).status).toBe('canceled')
})

test('money that moves at the provider after the plan is asked about again before anything goes back', async () => {
  const { order, session, credited, refunded, backOnCard } = await paid98()
  // The plan reads the credit notes once; the second reading is the one right before the refund.
  await control('faults', { only: 'GET /v1/credit_notes', holdMs: 1500, times: 2 })
  const asked = cancelled(order)
  await isUnderWay(session.subscription)
  await refunded(3000)
  await credited(2000)
  const { status, error } = await asked
  expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([409, 'CONFLICT', ['refund']])
  expect(await backOnCard()).toBe(3000)
  expect((await read(order._id)).status).toBe(order.status)
  expect((await cancelled(order)).status).toBe(200)
  expect(await backOnCard()).toBe(7800)
})

test.each(['none', 'full'] as const)(
  'a cancellation with the choice %s that had its plan before another settled is refused, and changes nothing',
  async (choice) => {
    const { order, session, backOnCard } = await paid98()
    const heldUp = { none: 'GET /v1/invoices', full: 'GET /v1/invoice_payments' }[choice]
    await untilSettled()
    const plan = await holdUp(heldUp, 'holdMs')
    const late = cancelled(order, choice)
    await plan.untilHeld()
    const body = { reason: 'Ordered twice', refund: 'full' }
    const first = await admin(cancelOrder, { params: { id: order._id }, body })
    expect(first.status).toBe(200)
    await plan.letGo()
    const { status, error } = await late
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    expect(await backOnCard()).toBe(9800)
    expect(await read(order._id)).toMatchObject({ cancelReason: 'Ordered twice', version: first.data.version })
    const made = await db.select().from(stripeOperations).where(eq(stripeOperations.target, session.subscription))
    expect(made.map(({ state }) => state)).toEqual(['done'])
  },
)

test.each([
  { status: 'pending' as const, ledger: { refunded: 0, refundPending: 9800, netPaid: 9800 } },
  { status: 'requires_action' as const, ledger: { refunded: 0, refundPending: 9800, netPaid: 9800 } },
  { status: 'succeeded' as const, ledger: { refunded: 9800, refundPending: 0, netPaid: 0 } },
])('a refund whose status is $status is shown as such', async ({ status, ledger }) => {
  const { order } = await paid98()
  await cancelled(order)
  await refundsStand(order._id, status)
  expect((await read(order._id)).ledger).toMatchObject(ledger)
})

test.each([
  { statuses: ['lost'], outcome: 'lost' },
  { statuses: ['won'], outcome: 'won' },
  { statuses: ['prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'], outcome: 'inquiry' },
  { statuses: ['needs_response', 'under_review', 'appeal_under_review', 'one we do not know'], outcome: 'open' },
])('a dispute with one of the statuses $statuses is $outcome', ({ statuses, outcome }) => {
  expect(new Set(statuses.map(outcomeOf))).toEqual(new Set([outcome]))
})
