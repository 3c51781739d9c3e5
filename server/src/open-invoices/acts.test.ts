import { invoices } from '@hikmah/contract/invoices'
import { openInvoices } from '@hikmah/contract/open-invoices'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { stripeOperations } from '../outside/stripe/operations.ts'

const { as, db, given, provider, price, customerOf, audited, holdUp, untilSettled } = await startWithPayments()
const admin = await as('admin')
const manager = await as('manager')
const plan = await price('DEENKIOSK Standard', 39_000)

const receiptOf = (id: string) => admin(invoices.readInvoice, { params: { id } })

/** An invoice that was sent, and is to be paid within thirty days. */
async function sentInvoice() {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const { latest_invoice } = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: plan.id }],
    collection_method: 'send_invoice',
    days_until_due: 30,
  })
  return openOne(organization, customer.id, latest_invoice as string)
}

/** An invoice whose first charge was declined. */
async function declinedInvoice() {
  const organization = await given.organization()
  const customer = await customerOf(organization, 'pm_card_visa_chargeDeclinedInsufficientFunds')
  const { latest_invoice } = await provider.subscriptions.create({ customer: customer.id, items: [{ price: plan.id }] })
  return openOne(organization, customer.id, latest_invoice as string)
}

async function openOne(organization: Awaited<ReturnType<typeof given.organization>>, customer: string, id: string) {
  await soon(async () => expect((await receiptOf(id)).data).toMatchObject({ status: 'open' }))
  await untilSettled()
  return { organization, customer, id, call: { params: { id } } }
}

const eventsOf = async (type: string, id: string) =>
  (await provider.events.list({ types: [type], limit: 100 })).data.filter(
    ({ data }) => (data.object as { id?: string }).id === id,
  )

test('an open invoice tells what is due, how often it was tried, why that failed, and when it is tried next', async () => {
  const { id } = await declinedInvoice()
  const { data } = await receiptOf(id)
  const { next_payment_attempt, attempt_count } = await provider.invoices.retrieve(id)
  expect(data).toMatchObject({
    amount_due: 39_000,
    amount_remaining: 39_000,
    attempt_count,
    next_payment_attempt,
    decline: 'insufficient_funds',
    collection_method: 'charge_automatically',
    hosted_invoice_url: `/api/hikmah/invoices/${id}/page`,
  })
  expect(next_payment_attempt).not.toBeNull()
})

test('the address of the page leads on to a fresh one of the provider, for those who may see the payer', async () => {
  const { id } = await sentInvoice()
  const page = await admin(invoices.readInvoicePage, { params: { id } })
  const { hosted_invoice_url } = await provider.invoices.retrieve(id)
  expect([page.status, page.headers.location]).toEqual([302, hosted_invoice_url])
  expect((await manager(invoices.readInvoicePage, { params: { id } })).status).toBe(403)
})

test('a payment that is retried is refused in plain words while the card has no funds, and collected once it has', async () => {
  const { id, customer, call } = await declinedInvoice()
  const before = await provider.invoices.retrieve(id)
  const refused = await admin(openInvoices.retryInvoice, call)
  expect([refused.status, refused.message]).toEqual([402, 'The card was refused: The account lacks the funds'])
  // What staff try leaves the provider's own schedule alone.
  expect((await receiptOf(id)).data).toMatchObject({
    status: 'open',
    attempt_count: before.attempt_count,
    next_payment_attempt: before.next_payment_attempt,
  })
  const method = await provider.paymentMethods.attach('pm_card_visa', { customer })
  await provider.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  const collected = await admin(openInvoices.retryInvoice, call)
  expect(collected).toMatchObject({ status: 200, message: 'Payment Collected Successfully!' })
  expect(collected.data).toMatchObject({ status: 'paid', amount_paid: 39_000, amount_remaining: 0, decline: '' })
  expect(await audited(id)).toEqual(['invoice.payment-refused', 'invoice.retried'])
})

test('two who retry at once collect once', async () => {
  const { id, customer, call } = await declinedInvoice()
  const method = await provider.paymentMethods.attach('pm_card_visa', { customer })
  await provider.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  const answers = await Promise.all([1, 2, 3].map(() => admin(openInvoices.retryInvoice, call)))
  expect(answers.map(({ status }) => status)).toContain(200)
  const { data: payments } = await provider.invoicePayments.list({ invoice: id, status: 'paid' })
  expect(payments).toHaveLength(1)
  expect(await audited(id)).toEqual(['invoice.retried'])
})

test('an invoice is sent again where the provider sends it, and refused where it charges by itself', async () => {
  const { id, call } = await sentInvoice()
  const before = (await eventsOf('invoice.sent', id)).length
  expect(await admin(openInvoices.sendInvoice, call)).toMatchObject({ status: 200, data: { status: 'open' } })
  expect(await eventsOf('invoice.sent', id)).toHaveLength(before + 1)
  const charged = await declinedInvoice()
  const refused = await admin(openInvoices.sendInvoice, charged.call)
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('charged automatically')])
  expect(await audited(charged.id)).toEqual([])
})

test('a check is noted with its words, and the provider charges nobody any more', async () => {
  const { id, call } = await sentInvoice()
  const missing = await admin(openInvoices.markInvoicePaid, { ...call, body: { note: ' ' } })
  expect([missing.status, missing.error.fields]).toEqual([400, { note: expect.any(String) }])
  const body = { note: 'Check no. 1182, received Nov 19' }
  const { data, message } = await admin(openInvoices.markInvoicePaid, { ...call, body })
  expect(message).toBe('Invoice Marked As Paid!')
  expect(data).toMatchObject({
    status: 'paid',
    amount_paid: 39_000,
    paid_outside: 39_000,
    paid_outside_note: { note: body.note, byName: expect.any(String) },
  })
  expect(await audited(id)).toEqual(['invoice.marked-paid'])
  // A later reading of the provider leaves the note alone.
  await untilSettled()
  expect((await receiptOf(id)).data.paid_outside_note).toMatchObject({ note: body.note })
})

test('a void invoice is owed by nobody, an uncollectible one may still be paid', async () => {
  const first = await sentInvoice()
  expect(await admin(openInvoices.voidInvoice, first.call)).toMatchObject({
    status: 200,
    data: { status: 'void', amount_remaining: 0 },
  })
  const again = await admin(openInvoices.voidInvoice, first.call)
  expect([again.status, again.message]).toEqual([409, 'This invoice is not open any more'])
  const second = await sentInvoice()
  expect(await admin(openInvoices.markInvoiceUncollectible, second.call)).toMatchObject({
    status: 200,
    data: { status: 'uncollectible' },
  })
  const paid = await admin(openInvoices.markInvoicePaid, { ...second.call, body: { note: 'Cash' } })
  expect(paid.data).toMatchObject({ status: 'paid', paid_outside: 39_000 })
  expect(await audited(second.id)).toEqual(['invoice.marked-uncollectible', 'invoice.marked-paid'])
})

test('what became of it at the provider is read before anything is done', async () => {
  const { id, call } = await sentInvoice()
  await provider.invoices.pay(id, { paid_out_of_band: true })
  const { status, message, error } = await admin(openInvoices.voidInvoice, call)
  expect(status).toBe(409)
  expect(message).toMatch(/has changed at the payment provider|not open any more/)
  if (error.current) expect(error.current).toMatchObject({ status: 'paid' })
  expect((await provider.invoices.retrieve(id)).status).toBe('paid')
  expect(await db.$count(stripeOperations, eq(stripeOperations.target, id))).toBe(0)
})

test.each([
  ['void', (id: string) => provider.invoices.voidInvoice(id)],
  ['paid', (id: string) => provider.invoices.pay(id)],
] as const)('one that is %s there between the question and the act is shown as it is then', async (status, act) => {
  const { id, call } = await sentInvoice()
  const held = await holdUp(`POST /v1/invoices/${id}`, 'delayMs')
  const asked = admin(openInvoices.markInvoicePaid, { ...call, body: { note: 'Check' } })
  await held.untilHeld()
  await act(id)
  await held.letGo()
  expect(await asked).toMatchObject({
    status: 409,
    message: expect.stringContaining('has changed at the payment provider'),
    error: { current: { status, paid_outside_note: null } },
  })
  expect(await audited(id)).toEqual([])
})

test('the audit trail says what was paid, also when a credit note has lowered it a moment before', async () => {
  const { id, call } = await sentInvoice()
  const held = await holdUp(`POST /v1/invoices/${id}`, 'delayMs')
  const asked = admin(openInvoices.markInvoicePaid, { ...call, body: { note: 'Check' } })
  await held.untilHeld()
  await provider.creditNotes.create({ invoice: id, amount: 9000 })
  await held.letGo()
  expect((await asked).data).toMatchObject({ status: 'paid', paid_outside: 30_000 })
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entry).toMatchObject({ action: 'invoice.marked-paid', changes: { amount: { after: 30_000 } } })
})

test('a manager may do none of it', async () => {
  const { call } = await sentInvoice()
  const body = { note: 'Check' }
  const { retryInvoice, sendInvoice, markInvoicePaid, voidInvoice, markInvoiceUncollectible } = openInvoices
  const answers = await Promise.all([
    manager(retryInvoice, call),
    manager(sendInvoice, call),
    manager(markInvoicePaid, { ...call, body }),
    manager(voidInvoice, call),
    manager(markInvoiceUncollectible, call),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
})
