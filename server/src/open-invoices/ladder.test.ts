import { sum } from '@hikmah/contract/money'
import { LadderStep, MAX_HOLD_DAYS, openInvoices, remindedSteps } from '@hikmah/contract/open-invoices'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { stripeInvoices } from '../payments/table.ts'
import { remindOfInvoices } from './remind.ts'

const server = await startWithPayments()
const { as, db, house, clock, given, provider, control, price, customerOf, mailsTo, audited, untilSettled } = server
const plan = await price('DEENKIOSK Standard', 39_000, 'year')
const DUE_DAYS = 30

/** The house and the provider go by one time. */
async function days(count: number) {
  await control('clock', { advanceS: count * DAY_S })
  clock.advance(count * DAY_S)
}

/** An organization with an invoice that is due now. */
async function debtor(more: Parameters<typeof given.organization>[0] = {}) {
  const organization = await given.organization(more)
  const customer = await customerOf(organization)
  const { latest_invoice } = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: plan.id }],
    collection_method: 'send_invoice',
    days_until_due: DUE_DAYS,
  })
  const id = latest_invoice as string
  await days(DUE_DAYS)
  await soon(async () => expect(await db.$count(stripeInvoices, eq(stripeInvoices.id, id))).toBe(1))
  await untilSettled()
  return {
    organization,
    id,
    call: { params: { id } },
    sent: async () => (await mailsTo(organization.email, 'invoice-reminder')).toReversed(),
  }
}

const admin: Awaited<ReturnType<typeof as>> = async (...asked) => (await as('admin'))(...asked)
const dayIn = (count: number) =>
  secondsAfter(clock.now(), count * DAY_S)
    .toISOString()
    .slice(0, 10)

test('an organization is reminded three, seven and fourteen days after the due date, each once and in order', async () => {
  const { organization, id, call, sent } = await debtor()
  const dueDay = clock.now().getTime()
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(0)
  const { data: preview } = await admin(openInvoices.previewReminder, call)
  await days(3)
  // Two consoles, and one that starts again.
  await Promise.all([remindOfInvoices(house), remindOfInvoices(house)])
  await remindOfInvoices(house)
  const [first, ...more] = await sent()
  expect(more).toEqual([])
  const { hosted_invoice_url, number } = await provider.invoices.retrieve(id)
  expect(first!.subject).toBe(preview!.subject)
  expect(first!.text).toContain(hosted_invoice_url)
  expect(first!.text).toContain(`Invoice ${number} of ${organization.name} over $390.00 was due on`)
  for (const paragraph of preview!.parts[0]!.paragraphs) expect(first!.text).toContain(paragraph)
  await days(4)
  await remindOfInvoices(house)
  await days(7)
  await remindOfInvoices(house)
  await days(20)
  await remindOfInvoices(house)
  const mails = await sent()
  expect(mails).toHaveLength(3)
  expect(mails.map(({ createdAt }) => Math.round((createdAt.getTime() - dueDay) / 1000 / DAY_S))).toEqual([3, 7, 14])
  expect(mails[2]!.subject).toContain('last reminder')
  expect((await audited(id)).filter((action) => action === 'invoice.reminded')).toHaveLength(3)
  const { data } = await admin(openInvoices.readInvoiceReminders, call)
  expect(data.sent.map(({ step, to }) => [step, to])).toEqual([1, 2, 3].map((step) => [step, organization.email]))
  expect(data.next).toBeNull()
})

test('what is paid at the provider a moment before is not reminded of', async () => {
  const { id, sent } = await debtor()
  await days(3)
  await provider.invoices.pay(id, { paid_out_of_band: true })
  await remindOfInvoices(house)
  await untilSettled()
  await days(4)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(0)
})

test('after days without a console the steps keep their distance, and nothing is sent twice', async () => {
  const { sent } = await debtor()
  await days(20)
  await remindOfInvoices(house)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(1)
  await days(3)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(1)
  await days(1)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(2)
})

test('an invoice that is old when the first reminder would go out is left to people', async () => {
  const { call, sent } = await debtor()
  await days(31)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(0)
  expect((await admin(openInvoices.readInvoiceReminders, call)).data).toEqual({ sent: [], next: null, hold: null })
  expect((await admin(openInvoices.previewReminder, call)).data).toBeNull()
})

test('a hold of its organization does not wake an invoice that is left to people', async () => {
  const { call, sent } = await debtor()
  await days(40)
  const body = { scope: 'organization', until: dayIn(5), reason: 'The treasurer is away' } as const
  expect((await admin(openInvoices.holdReminders, { ...call, body })).data.next).toBeNull()
  await days(6)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(0)
})

test('one hold after the other keeps an invoice within reach, however long', async () => {
  const { call, sent } = await debtor()
  for (const scope of ['organization', 'invoice'] as const) {
    await admin(openInvoices.holdReminders, { ...call, body: { scope, until: dayIn(25), reason: 'Away' } })
    await days(24)
  }
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(0)
  await days(2)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(1)
})

test('reminders wait until the day that staff set, and go on from there; a release lets them go on at once', async () => {
  const { id, call, sent } = await debtor()
  const until = dayIn(10)
  const body = { scope: 'organization', until, reason: 'The treasurer is away' } as const
  const held = await admin(openInvoices.holdReminders, { ...call, body })
  expect(held.data.hold).toMatchObject({ scope: 'organization', until: `${until}T00:00:00.000Z`, reason: body.reason })
  expect(held.data.next).toEqual({ step: 1, at: `${until}T00:00:00.000Z` })
  await days(5)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(0)
  await days(6)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(1)
  await admin(openInvoices.holdReminders, { ...call, body: { scope: 'invoice', until: dayIn(60), reason: 'Disputed' } })
  await days(10)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(1)
  expect((await admin(openInvoices.releaseReminders, call)).data.hold).toBeNull()
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(2)
  expect((await audited(id)).filter((action) => action.includes('reminders'))).toEqual([
    'invoice.reminders-held',
    'invoice.reminders-held',
    'invoice.reminders-released',
  ])
})

test('a hold needs a day that comes and a reason', async () => {
  const { call } = await debtor()
  const hold = async (body: object) => (await admin(openInvoices.holdReminders, { ...call, body })).error.fields
  const good = { scope: 'invoice', until: dayIn(5), reason: 'Away' }
  expect(await hold({ ...good, until: dayIn(0) })).toHaveProperty('until')
  expect(await hold({ ...good, until: dayIn(MAX_HOLD_DAYS + 2) })).toHaveProperty('until')
  expect(await hold({ ...good, reason: '' })).toHaveProperty('reason')
  expect(await hold({ ...good, scope: 'all' })).toHaveProperty('scope')
})

test('a blocked organization is not reminded until it is unblocked', async () => {
  const { organization, sent } = await debtor()
  await db.update(organizations).set({ status: 'blocked' }).where(eq(organizations.id, organization.id))
  await days(4)
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(0)
  await db.update(organizations).set({ status: 'approved' }).where(eq(organizations.id, organization.id))
  await remindOfInvoices(house)
  expect(await sent()).toHaveLength(1)
})

test('the list of overdue invoices says who got what, and what comes next', async () => {
  const { organization, id } = await debtor()
  await days(4)
  await remindOfInvoices(house)
  const { data } = await admin(openInvoices.listReminders, { query: { limit: 100 } })
  const row = data.find((invoice) => invoice.id === id)
  expect(row).toMatchObject({
    organization: { _id: organization.id, orgName: organization.name },
    amountRemaining: 39_000,
    currency: 'usd',
    sent: [{ step: 1, to: organization.email }],
    next: { step: 2 },
    hold: null,
  })
  expect(data.map(({ dueAt }) => dueAt)).toEqual(data.map(({ dueAt }) => dueAt).sort())
})

test.each([
  ['without a payment method tells nobody that the bank refused it', null, false],
  ['whose card was declined says so', 'pm_card_visa_chargeDeclinedInsufficientFunds', true],
] as const)('an open renewal %s', async (_, card, isSaid) => {
  const organization = await given.organization()
  const { id: customer, invoice_settings } = await customerOf(organization)
  const { id: monthly } = await price('Support', 4000)
  const { id: subscription } = await provider.subscriptions.create({ customer, items: [{ price: monthly }] })
  await provider.paymentMethods.detach(invoice_settings.default_payment_method as string)
  if (card) {
    const { id } = await provider.paymentMethods.attach(card, { customer })
    await provider.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  }
  await days(32)
  const { data } = await provider.invoices.list({ subscription, status: 'open' })
  const call = { params: { id: data[0]!.id } }
  expect(data[0]!.attempt_count).toBeGreaterThan(0)
  await soon(async () =>
    expect((await admin(openInvoices.previewReminder, call)).data?.text.includes('the bank refused it')).toBe(isSaid),
  )
})

test('each step of the ladder lists the invoices whose sum it is', async () => {
  const first = await debtor()
  await days(8)
  await remindOfInvoices(house)
  await debtor()
  const { latest_invoice } = await provider.subscriptions.create({
    customer: (await customerOf(await given.organization())).id,
    items: [{ price: plan.id }],
    collection_method: 'send_invoice',
    days_until_due: DUE_DAYS,
  })
  await soon(async () =>
    expect(await db.$count(stripeInvoices, eq(stripeInvoices.id, latest_invoice as string))).toBe(1),
  )
  await days(2)
  const { data: ladder } = await admin(openInvoices.readReminderLadder, {})
  expect(ladder.map(({ step }) => step)).toEqual(LadderStep.options)
  for (const { step, invoices, amounts } of ladder) {
    const { data, meta } = await admin(openInvoices.listReminders, { query: { step, limit: 100 } })
    expect(meta.total, step).toBe(invoices)
    for (const { currency, amount } of amounts) {
      const rows = data.filter((row) => row.currency === currency)
      expect(
        sum(rows, ({ amountRemaining }) => amountRemaining),
        step,
      ).toBe(amount)
    }
    for (const { sent } of data) if (step !== 'due') expect(remindedSteps[sent.length]).toBe(step)
  }
  expect(
    ladder.filter(({ step, invoices }) => ['due', 'unreminded', 'first'].includes(step) && invoices > 0),
  ).toHaveLength(3)
  const { data: whole } = await admin(openInvoices.listReminders, { query: { limit: 100 } })
  const overdue = ladder.filter(({ step }) => step !== 'due')
  expect(sum(overdue, ({ invoices }) => invoices)).toBe(whole.length)
  expect(whole.some(({ id }) => id === first.id)).toBe(true)
  const refused = await admin(openInvoices.listReminders, { query: { step: 'fourth' } })
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['step']])
})
