import { expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const { stripe, control, webhooks } = await startSandbox()

async function paidInvoice() {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const { latest_invoice } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  const payments = await stripe.invoicePayments.list({
    invoice: latest_invoice as string,
    expand: ['data.payment.payment_intent'],
  })
  const intent = payments.data[0]!.payment.payment_intent as { id: string; latest_charge: string }
  return { invoice: latest_invoice as string, intent: intent.id, charge: intent.latest_charge, customer }
}

test('a payment is given back in parts, and never more than all of it', async () => {
  const { intent, charge } = await paidInvoice()
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 400, reason: 'requested_by_customer' })
  expect(refund).toMatchObject({ status: 'succeeded', amount: 400, charge })
  await expect(stripe.refunds.create({ charge, amount: 700 })).rejects.toThrow('greater than unrefunded amount')
  await stripe.refunds.create({ charge })
  expect(await stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
    refunded: true,
    amount_refunded: 1000,
    refunds: { data: [{ amount: 600 }, { amount: 400 }] },
  })
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' })
  expect((await stripe.refunds.list({ charge })).data).toHaveLength(2)
})

test('a credit note gives back what was paid for an invoice', async () => {
  const { invoice, charge, customer } = await paidInvoice()
  const note = await stripe.creditNotes.create({
    invoice,
    amount: 500,
    refund_amount: 300,
    credit_amount: 200,
    reason: 'product_unsatisfactory',
  })
  expect((await fetch(note.pdf)).headers.get('content-type')).toBe('application/pdf')
  expect(note).toMatchObject({ amount: 500, type: 'post_payment', refunds: [{ amount_refunded: 300 }] })
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ post_payment_credit_notes_amount: 500 })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 300 })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -200 })
  await expect(stripe.creditNotes.create({ invoice, amount: 600, refund_amount: 600 })).rejects.toThrow('greater')
  await expect(stripe.creditNotes.create({ invoice, amount: 100, refund_amount: 50 })).rejects.toThrow('must equal')
  expect((await stripe.creditNotes.list({ invoice })).data.map(({ id }) => id)).toEqual([note.id])
})

test('no part of a credit note is negative, and nothing is no dispute', async () => {
  const { invoice, charge, customer } = await paidInvoice()
  const negative = { amount: 500, refund_amount: 700, credit_amount: -200 }
  await expect(stripe.creditNotes.create({ invoice, ...negative })).rejects.toThrow('must not be negative')
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0 })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 })
  for (const amount of [0, -500]) {
    expect(await control(`charges/${charge}/dispute`, { amount })).toMatchObject({ error: { param: 'amount' } })
  }
})

test('a credit note on an open invoice leaves less to pay', async () => {
  const price = await aPlan(stripe)
  const { id } = await aCustomer(stripe)
  const order = {
    customer: id,
    items: [{ price: price.id }],
    collection_method: 'send_invoice' as const,
    days_until_due: 5,
  }
  const invoice = (await stripe.subscriptions.create(order)).latest_invoice as string
  expect(await stripe.creditNotes.create({ invoice, amount: 400 })).toMatchObject({ type: 'pre_payment' })
  expect(await stripe.invoices.pay(invoice)).toMatchObject({ status: 'paid', amount_paid: 600, total: 1000 })
})

test('an open invoice is voided or given up', async () => {
  const price = await aPlan(stripe)
  const { id } = await aCustomer(stripe)
  const order = {
    customer: id,
    items: [{ price: price.id }],
    collection_method: 'send_invoice' as const,
    days_until_due: 5,
  }
  const first = (await stripe.subscriptions.create(order)).latest_invoice as string
  expect(await stripe.invoices.voidInvoice(first)).toMatchObject({ status: 'void' })
  await expect(stripe.invoices.voidInvoice(first)).rejects.toThrow('cannot be voided')
  const second = (await stripe.subscriptions.create(order)).latest_invoice as string
  expect(await stripe.invoices.markUncollectible(second)).toMatchObject({ status: 'uncollectible' })
})

test('a bank takes a payment back', async () => {
  const { charge } = await paidInvoice()
  await control(`charges/${charge}/dispute`, { reason: 'fraudulent' })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true })
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' })
  await control(`charges/${charge}/dispute`, { close: 'lost' })
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' })
  expect((await stripe.disputes.list({ charge })).data).toMatchObject([{ status: 'lost', amount: 1000 }])
  await expect
    .poll(() => webhooks.types())
    .toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed', 'charge.refunded']))
})

test('what a bank disputes cannot be given back until it decides for us, and the rest can', async () => {
  const { charge } = await paidInvoice()
  await control(`charges/${charge}/dispute`, { amount: 400 })
  await expect(stripe.refunds.create({ charge, amount: 700 })).rejects.toThrow('greater than unrefunded amount')
  expect(await stripe.refunds.create({ charge, amount: 100 })).toMatchObject({ status: 'succeeded' })
  await control(`charges/${charge}/dispute`, { close: 'won' })
  expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 900 })
})

test('a credit note documents a refund that was made before it, once', async () => {
  const { invoice, charge, customer } = await paidInvoice()
  const { id: refund } = await stripe.refunds.create({ charge, amount: 300 })
  const note = { invoice, amount: 500, refunds: [{ refund, amount_refunded: 300 }], credit_amount: 200 }
  expect(await stripe.creditNotes.create(note)).toMatchObject({ refunds: [{ amount_refunded: 300, refund }] })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 300 })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -200 })
  await expect(stripe.creditNotes.create(note)).rejects.toThrow('another credit note has it')
  const other = await paidInvoice()
  await expect(stripe.creditNotes.create({ ...note, invoice: other.invoice })).rejects.toThrow('not of this invoice')
})
