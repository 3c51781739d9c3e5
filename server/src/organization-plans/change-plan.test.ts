import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { expect, test } from 'vitest'
import { startWithPlans } from '../../test/plans.ts'
import { refresh } from '../payments/refresh.ts'

const server = await startWithPlans()
const { admin, house, provider, control, audited, monthly, premium, subscriber, yearly, plansOf, read } = server
const { previewPlanChange, changePlan } = organizationPlans

test('a change costs what was previewed, is made once, and is in the audit trail', async () => {
  const { organization, id, itemId } = await subscriber()
  const query = { itemId, priceId: premium.id, quantity: 2 }
  const { data: preview } = await admin(previewPlanChange, { params: { id }, query })
  expect(preview.amountDue).toBeGreaterThan(0)
  expect(preview.isInvoiceSent).toBe(false)
  expect(preview.lines.length).toBeGreaterThan(0)
  const body = { ...query, prorationDate: preview.prorationDate }
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin(changePlan, { params: { id }, body })))
  expect(answers.map(({ message }) => message)).toContain('Plan Changed Successfully!')
  const [row] = (await plansOf(organization.id)).stripeData
  expect(row).toMatchObject({ subscription_plan_type: 'Premium', amount: 9800, quantity: 2 })
  const { data: bills } = await provider.invoices.list({ subscription: id })
  expect(bills.map(({ amount_due }) => amount_due)).toEqual([preview.amountDue, 2900])
  expect(await audited(id)).toEqual(['plan-subscription.changed'])
  // The same again changes nothing, and says so.
  expect((await admin(changePlan, { params: { id }, body })).status).toBe(422)
  expect(await provider.invoices.list({ subscription: id })).toHaveProperty('data.length', 2)
})

test('what a code takes off a change and what credit pays of it stand beside its lines, which name their plan', async () => {
  const coupon = await provider.coupons.create({ percent_off: 10, duration: 'forever' })
  const promo = await provider.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
  const { subscription, id, itemId } = await subscriber({ discounts: [{ promotion_code: promo.id }] })
  await provider.customers.update(subscription.customer as string, { balance: -500 })
  const query = { itemId, priceId: premium.id, quantity: 2 }
  const { data: preview } = await admin(previewPlanChange, { params: { id }, query })
  const { lines, subtotal, discount, tax, total, amountDue } = preview
  expect(lines.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^Unused time on .*, Standard$/),
    expect.stringMatching(/^Remaining time on .*, Premium$/),
  ])
  // The first line is credited as it was paid, with the code; the second is 10 % less by it.
  expect(discount).toBe(Math.round(lines[1]!.amount / 10))
  expect(subtotal).toBe(lines.reduce((sum, { amount }) => sum + amount, 0))
  expect(total).toBe(subtotal - discount + tax)
  expect(amountDue).toBe(total - 500)
  const body = { ...query, prorationDate: preview.prorationDate }
  expect((await admin(changePlan, { params: { id }, body })).status).toBe(200)
  const { data: bills } = await provider.invoices.list({ subscription: id, limit: 1 })
  expect(bills).toMatchObject([{ total, amount_paid: amountDue }])
})

test('a plan that is paid by invoice is invoiced for a change, and no card is charged', async () => {
  const { id, itemId } = await subscriber({ collection_method: 'send_invoice', days_until_due: 14 })
  const query = { itemId, priceId: premium.id, quantity: 2 }
  const { data: preview } = await admin(previewPlanChange, { params: { id }, query })
  expect(preview).toMatchObject({ isInvoiceSent: true })
  const body = { ...query, prorationDate: preview.prorationDate }
  expect((await admin(changePlan, { params: { id }, body })).status).toBe(200)
  const { data: bills } = await provider.invoices.list({ subscription: id, limit: 1 })
  expect(bills).toMatchObject([{ status: 'open', amount_due: preview.amountDue, amount_paid: 0 }])
})

test('a change is charged as of now, and neither as of later nor as of longer than an hour ago', async () => {
  const { organization, id, itemId } = await subscriber()
  const now = Math.floor(Date.now() / 1000)
  for (const prorationDate of [now + 60, now + 3000, now - 3660]) {
    const body = { itemId, priceId: premium.id, quantity: 2, prorationDate }
    const { status, error } = await admin(changePlan, { params: { id }, body })
    expect([status, error.code, error.fields]).toEqual([400, 'VALIDATION', { prorationDate: expect.anything() }])
  }
  expect((await plansOf(organization.id)).stripeData[0]).toMatchObject({ quantity: 1 })
  expect(await audited(id)).toEqual([])
})

test('what a cheaper plan gives back is credit, as much as was previewed', async () => {
  const { subscription, id, itemId } = await subscriber({ items: [{ price: yearly.id }] })
  const query = { itemId, priceId: monthly.id, quantity: 1 }
  const { data: preview } = await admin(previewPlanChange, { params: { id }, query })
  expect(preview).toMatchObject({ amountDue: 0, total: preview.lines.reduce((sum, { amount }) => sum + amount, 0) })
  expect(preview.total).toBeLessThan(0)
  const body = { ...query, prorationDate: preview.prorationDate }
  expect((await admin(changePlan, { params: { id }, body })).status).toBe(200)
  expect(await provider.customers.retrieve(subscription.customer as string)).toHaveProperty('balance', preview.total)
})

test('a change that was decided on before somebody else’s is refused, with the plan as it is now', async () => {
  const { organization, id, itemId } = await subscriber()
  const seen = { priceId: monthly.id, quantity: 1 }
  const previewed = async (priceId: string, quantity: number) => {
    const query = { itemId, priceId, quantity }
    const { data } = await admin(previewPlanChange, { params: { id }, query })
    return { ...query, prorationDate: data.prorationDate, seen }
  }
  const [first, second] = [await previewed(premium.id, 3), await previewed(monthly.id, 2)]
  const change = (body: object) => admin(changePlan, { params: { id }, body })
  expect((await change(first)).status).toBe(200)
  const { data: bills } = await provider.invoices.list({ subscription: id })

  for (const late of [second, first]) {
    const { status, error } = await change(late)
    expect([status, error.code, error.message]).toEqual([409, 'CONFLICT', expect.stringMatching(/was changed while/)])
    expect(error.current).toMatchObject({ _id: itemId, priceId: premium.id, quantity: 3 })
  }
  expect((await plansOf(organization.id)).stripeData[0]).toMatchObject({
    quantity: 3,
    subscription_plan_type: 'Premium',
  })
  expect((await provider.invoices.list({ subscription: id })).data).toHaveLength(bills.length)
  const now = { priceId: premium.id, quantity: 3 }
  expect((await change({ ...second, seen: now })).status).toBe(200)
  for (const bad of [{ priceId: premium.id }, { ...now, quantity: 1.5 }]) {
    expect((await change({ ...second, seen: bad })).error.fields).toHaveProperty('seen.quantity')
  }
})

test('until our copy knows of the last change none is made upon it', async () => {
  const { id, itemId } = await subscriber()
  const change = (quantity: number, seen: number) =>
    admin(changePlan, {
      params: { id },
      body: {
        itemId,
        priceId: monthly.id,
        quantity,
        prorationDate: Math.floor(Date.now() / 1000),
        seen: { priceId: monthly.id, quantity: seen },
      },
    })
  // Neither what follows the change nor its event can be read for now.
  await control('faults', { only: 'GET /v1/subscriptions', status: 400, times: 1000 })
  expect((await change(4, 1)).status).toBe(200)
  const { status, message } = await change(6, 1)
  expect([status, message]).toEqual([409, expect.stringMatching(/has just changed/)])
  await control('faults', { clear: true })
  await refresh(house, 'subscription', id)
  expect((await change(6, 4)).status).toBe(200)
  expect((await read(id, itemId)).quantity).toBe(6)
})

test('of two different changes that were decided on at once one is made, and the other is not', async () => {
  const { id, itemId } = await subscriber()
  let quantity = 1
  for (let round = 0; round < 20; round += 1) {
    const prorationDate = Math.floor(Date.now() / 1000)
    const seen = { priceId: monthly.id, quantity }
    const answers = await Promise.all(
      (round % 2 === 0 ? [2, 5] : [3, 7]).map((wanted) =>
        admin(changePlan, {
          params: { id },
          body: { itemId, priceId: monthly.id, quantity: wanted, prorationDate, seen },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    quantity = (await read(id, itemId)).quantity
    const { items } = await provider.subscriptions.retrieve(id)
    expect(items.data[0]!.quantity).toBe(quantity)
  }
})

test('of two different changes at once one reaches the payment provider, and the other is told to wait', async () => {
  const { id, itemId } = await subscriber()
  for (let round = 0; round < 20; round += 1) {
    // Whatever comes to the provider first stays there until it is let go.
    await control('faults', { only: 'POST /v1/subscriptions', delayMs: 600_000, times: 1 })
    const prorationDate = Math.floor(Date.now() / 1000)
    const asked = (round % 2 === 0 ? [2, 5] : [3, 7]).map((quantity) =>
      admin(changePlan, { params: { id }, body: { itemId, priceId: monthly.id, quantity, prorationDate } }),
    )
    const { status, message } = await Promise.race(asked)
    await control('faults', { clear: true })
    expect([status, message]).toEqual([409, expect.stringContaining('under way')])
    expect((await Promise.all(asked)).map((answer) => answer.status).sort()).toEqual([200, 409])
  }
})

test('another cycle moves the billing day, and the preview says from when to when', async () => {
  const { id, itemId, subscription } = await subscriber()
  await control('clock', { advanceS: 10 * 86_400 })
  const query = { itemId, priceId: yearly.id, quantity: 1 }
  const { data: preview } = await (await server.as('admin'))(previewPlanChange, { params: { id }, query })
  expect(preview.next).toMatchObject({
    amount: 29_580,
    movedFrom: new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString(),
  })
  const body = { ...query, prorationDate: preview.prorationDate }
  expect((await (await server.as('admin'))(changePlan, { params: { id }, body })).status).toBe(200)
  const { items } = await provider.subscriptions.retrieve(id)
  expect(preview.next!.at.slice(0, 10)).toBe(
    new Date(items.data[0]!.current_period_end * 1000).toISOString().slice(0, 10),
  )
})
