import { type Campaign, campaigns, offText } from '@hikmah/contract/campaigns'
import { orders } from '@hikmah/contract/orders/endpoints'
import { search } from '@hikmah/contract/search'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'

const { as, given, provider, control, customerOf, price, audited, clock } = await startWithPayments()
const admin = await as('admin')
const manager = await as('manager')
const { listCampaigns, createCampaign, readCampaign, updateCampaign, deleteCampaign } = campaigns
const { listRedemptions, previewCampaign, readCampaignUse, resyncCampaign } = campaigns

let made = 0
const nextCode = () => {
  made += 1
  return `EID${String(made).padStart(4, '0')}`
}

async function promoCode(
  about: Omit<Partial<Stripe.PromotionCodeCreateParams>, 'promotion'> & {
    coupon?: Stripe.CouponCreateParams
  } = {},
) {
  const { coupon: given, ...rest } = about
  const coupon = await provider.coupons.create(given ?? { percent_off: 25.5, duration: 'once', name: 'Eid' })
  return provider.promotionCodes.create({ code: nextCode(), ...rest, promotion: { type: 'coupon', coupon: coupon.id } })
}

const add = (text: string) => admin(createCampaign, { body: { promoCode: text } })
const imported = async (code: Stripe.PromotionCode) => (await add(code.id)).data as Campaign

test('a code is imported by its promo id, or by its name in any case, and once', async () => {
  const code = await promoCode({ max_redemptions: 10 })
  const first = await add(` ${code.id} `)
  expect(first.status).toBe(200)
  expect(first.message).toBe('Campaign added from Stripe')
  expect(first.data).toMatchObject({
    id: code.id,
    code: code.code,
    active: true,
    times_redeemed: 0,
    max_redemptions: 10,
    expires_at: null,
    coupon: { percent_off: 25.5, amount_off: null, currency: null, duration: 'once', duration_in_months: null },
    displayStatus: 'Active',
    campaignType: '',
    status: 'Available',
    createdBy: expect.stringMatching(/./),
  })
  const again = await add(code.code.toLowerCase())
  expect(again.message).toBe('Already imported; refreshed from Stripe.')
  expect((again.data as Campaign)._id).toBe((first.data as Campaign)._id)
  expect((await admin(listCampaigns, { query: { q: code.code } })).meta.total).toBe(1)
  expect(await audited((first.data as Campaign)._id)).toEqual(['campaign.imported', 'campaign.resynced'])
})

test('a preview tells what a code is and does in dollars, and saves nothing', async () => {
  const plan = await price('DEENKIOSK', 3600)
  await soon(async () => {
    const code = await promoCode({
      coupon: {
        percent_off: 25,
        duration: 'repeating',
        duration_in_months: 3,
        applies_to: { products: [plan.product as string] },
      },
      restrictions: { minimum_amount: 5000, minimum_amount_currency: 'usd', first_time_transaction: true },
    })
    const [found, ...others] = (await admin(previewCampaign, { query: { promoCode: code.code.toLowerCase() } })).data
    expect(others).toEqual([])
    expect(found).toMatchObject({
      id: code.id,
      code: code.code,
      displayStatus: 'Active',
      imported: null,
      use: { organizations: 0, lastUsedAt: null, amounts: [] },
      example: { name: 'DEENKIOSK', quantity: 2, before: 7200, after: 5400, currency: 'usd' },
    })
    expect(offText(found!.coupon)).toBe('25% off for 3 months')
    expect((await admin(listCampaigns, { query: { q: code.code } })).meta.total).toBe(0)
    await imported(code)
    const [again] = (await admin(previewCampaign, { query: { promoCode: code.id } })).data
    expect(again?.imported).toMatchObject({ _id: expect.any(String) })
  })
  expect((await admin(previewCampaign, { query: { promoCode: 'NOSUCHCODE' } })).data).toEqual([])
  expect((await manager(previewCampaign, { query: { promoCode: 'NOSUCHCODE' } })).status).toBe(403)
})

test('several codes of one name are all shown, those that anybody may use first', async () => {
  const old = await promoCode()
  await provider.promotionCodes.update(old.id, { active: false })
  const now = await promoCode({ code: old.code })
  const { data } = await admin(previewCampaign, { query: { promoCode: old.code } })
  expect(data.map(({ id, displayStatus }) => [id, displayStatus])).toEqual([
    [now.id, 'Active'],
    [old.id, 'Inactive'],
  ])
})

test.each([['NOSUCHCODE'], ['promo_nosuch'], ['PROMO_UPPER'], ["EID' or 1=1"], ['عيد']])(
  '%s is no promo code, as the seeds’ client reads it: a 200 with an error flag',
  async (text) => {
    const answer = await add(text)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toEqual({ error: true, data: 'Invalid Promo Code!' })
  },
)

test('without a code nothing is asked for; the field is named', async () => {
  const { status, error } = await admin(createCampaign, { body: { promoCode: ' ' } })
  expect(status).toBe(400)
  expect(error.fields).toEqual({ promoCode: expect.any(String) })
})

test('of several codes with one name the one that anybody can use is meant; otherwise the id is asked for', async () => {
  const code = nextCode()
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const customer = await customerOf(await given.organization())
      return promoCode({ code, customer: customer.id })
    }),
  )
  expect(JSON.parse((await add(code)).text)).toMatchObject({ error: true, data: expect.stringContaining('promo id') })
  expect((await add(other!.id)).data).toMatchObject({ restrictions: { customer: other!.customer } })
  const open = await promoCode({ code })
  expect((await add(code)).data).toMatchObject({ id: open.id })
  expect(one!.id).not.toBe(open.id)
})

test('it has expired at the very moment that its code ends', async () => {
  const expiresAt = Math.floor(clock.now().getTime() / 1000) + 60
  const { _id } = await imported(await promoCode({ expires_at: expiresAt }))
  const shown = async () => (await admin(readCampaign, { params: { id: _id } })).data.displayStatus
  const start = clock.stop()
  clock.advance(expiresAt - clock.now().getTime() / 1000 - 0.001)
  expect(await shown()).toBe('Active')
  clock.advance(0.001)
  expect(await shown()).toBe('Expired')
  start()
})

test('it is shown as maxed out before expired, before active', async () => {
  const inAMinute = Math.floor(Date.now() / 1000) + 60
  const plain = await imported(await promoCode())
  const expiring = await imported(await promoCode({ expires_at: inAMinute }))
  const byCoupon = await imported(
    await promoCode({ coupon: { percent_off: 5, duration: 'once', redeem_by: inAMinute } }),
  )
  expect(byCoupon.expires_at).toBe(inAMinute)
  const inactive = await imported(await promoCode({ active: false }))
  const usedUp = await promoCode({ max_redemptions: 1, expires_at: inAMinute })
  const customer = await customerOf(await given.organization())
  await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await price('Kiosk', 3900)).id }],
    discounts: [{ promotion_code: usedUp.id }],
  })
  const maxedOut = await imported(usedUp)
  clock.advance(120)
  const shown = async ({ _id }: Campaign) => (await admin(readCampaign, { params: { id: _id } })).data.displayStatus
  expect(await Promise.all([plain, expiring, byCoupon, inactive, maxedOut].map(shown))).toEqual([
    'Active',
    'Expired',
    'Expired',
    'Inactive',
    'Maxed Out',
  ])
  const { data, meta } = await admin(listCampaigns, { query: { status: 'Expired' } })
  expect(data.map(({ _id }) => _id)).toEqual(expect.arrayContaining([expiring._id, byCoupon._id]))
  expect(meta.counts).toMatchObject({ Expired: 3, 'Maxed Out': 1, Inactive: 1 })
  const whole = await admin(listCampaigns, {})
  expect(whole.data).toHaveLength(meta.whole)
})

test('what is ours of it can be changed, what is the provider’s cannot', async () => {
  const { _id, version, code } = await imported(await promoCode())
  const edit = { campaignType: 'Promotion', organizationLimit: 5, status: 'Locked', version } as const
  const saved = await admin(updateCampaign, { params: { id: _id }, body: { ...edit, code: 'OTHER' } })
  expect(saved.message).toBe('Campaign Updated Successfully!')
  expect(saved.data).toMatchObject({ campaignType: 'Promotion', organizationLimit: 5, status: 'Locked', code })
  const late = await admin(updateCampaign, { params: { id: _id }, body: { status: 'Lost', version } })
  expect(late.status).toBe(409)
  expect(late.error.current).toMatchObject({ status: 'Locked' })
  const wrong = await admin(updateCampaign, { params: { id: _id }, body: { organizationLimit: 0.5 } })
  expect(wrong.error.fields).toEqual({
    organizationLimit: 'Enter a whole number of at least 1, or leave empty for no limit',
  })
  const foreign = { imageMetaData: { imageUrl: `/api/media/${crypto.randomUUID()}/file` } }
  const image = await admin(updateCampaign, { params: { id: _id }, body: foreign })
  expect(image.error.fields).toHaveProperty(['imageMetaData.imageUrl'])
  expect((await manager(updateCampaign, { params: { id: _id }, body: {} })).status).toBe(403)
})

const own = { campaignType: 'Referral Codes', organizationLimit: 3, status: 'Active' } as const

test('a code is imported with what is ours of it in one go', async () => {
  const code = await promoCode()
  const reply = await admin(createCampaign, { body: { promoCode: code.id, ...own } })
  expect([reply.status, reply.message]).toEqual([200, 'Campaign added from Stripe'])
  expect(reply.data).toMatchObject({ code: code.code, ...own, version: 1 })
  expect(await audited((reply.data as Campaign)._id)).toEqual(['campaign.imported'])
})

test('what is ours of a campaign that is here already is not written over by an import', async () => {
  const code = await promoCode()
  const { _id } = await imported(code)
  const before = await admin(updateCampaign, {
    params: { id: _id },
    body: { campaignType: 'Promotion', organizationLimit: 5, status: 'Locked' },
  })
  const reply = await admin(createCampaign, { body: { promoCode: code.code, ...own } })
  expect([reply.status, reply.error.code]).toEqual([409, 'CONFLICT'])
  expect(reply.error.message).toBe(`${code.code} is already imported. Nothing about it was changed.`)
  expect(reply.error.current).toMatchObject({ _id, campaignType: 'Promotion', organizationLimit: 5, status: 'Locked' })
  expect((await admin(readCampaign, { params: { id: _id } })).data).toEqual(before.data)
})

test('of an import with a wrong detail nothing is kept, and it can be repeated', async () => {
  const code = await promoCode()
  const gone = { imageMetaData: { imageUrl: `/api/media/${crypto.randomUUID()}/file` } }
  const wrong = await admin(createCampaign, { body: { promoCode: code.id, ...own, ...gone } })
  expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['imageMetaData.imageUrl']])
  expect((await admin(listCampaigns, { query: { q: code.code } })).data).toEqual([])
  expect((await admin(createCampaign, { body: { promoCode: code.id, ...own } })).data).toMatchObject(own)
})

test('a deleted campaign that is imported again has what is written now', async () => {
  const code = await promoCode()
  const { _id } = await imported(code)
  await admin(updateCampaign, { params: { id: _id }, body: { organizationLimit: 5, status: 'Locked' } })
  await admin(deleteCampaign, { params: { id: _id } })
  const again = await admin(createCampaign, { body: { promoCode: code.id, ...own } })
  expect(again.message).toBe('Campaign added from Stripe')
  expect(again.data).toMatchObject({ _id, ...own })
})

test('deleting deactivates it at the provider and takes it off the list; importing it again brings it back', async () => {
  const code = await promoCode()
  const { _id } = await imported(code)
  const answers = await Promise.all([1, 2, 3].map(() => admin(deleteCampaign, { params: { id: _id } })))
  expect(answers.map(({ status }) => status)).toContain(200)
  expect((await provider.promotionCodes.retrieve(code.id)).active).toBe(false)
  expect((await admin(readCampaign, { params: { id: _id } })).status).toBe(404)
  expect(await audited(_id)).toEqual(['campaign.imported', 'campaign.deleted'])
  expect(await imported(code)).toMatchObject({ _id, displayStatus: 'Inactive' })
})

test('what changes at the provider is followed, also when its coupon is deleted', async () => {
  const code = await promoCode()
  const { _id } = await imported(code)
  const now = async () => (await admin(readCampaign, { params: { id: _id } })).data
  await provider.coupons.update(code.promotion.coupon as string, { name: 'Eid al-Adha' })
  await soon(async () => expect((await now()).coupon.name).toBe('Eid al-Adha'))
  await provider.coupons.del(code.promotion.coupon as string)
  await soon(async () => expect((await now()).active).toBe(false))
  expect((await now()).coupon).toMatchObject({ name: 'Eid al-Adha', percent_off: 25.5 })
})

test('comparing it says what the provider says now', async () => {
  const code = await promoCode()
  const { _id } = await imported(code)
  await provider.promotionCodes.update(code.id, { active: false })
  const { data, message } = await admin(resyncCampaign, { params: { id: _id } })
  expect(message).toBe('Campaign updated from Stripe')
  expect(data.displayStatus).toBe('Inactive')
})

test('each redemption is one line, with its organization, its invoices and what it took off', async () => {
  const code = await promoCode({ coupon: { amount_off: 500, currency: 'usd', duration: 'forever' } })
  const { _id } = await imported(code)
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const monthly = await price('Kiosk', 3900)
  await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    discounts: [{ promotion_code: code.id }],
  })
  await soon(async () => {
    const { data, meta } = await manager(listRedemptions, { params: { id: _id }, query: {} })
    expect(meta).toEqual({ total: 1, page: 1, limit: 10 })
    expect(data[0]).toMatchObject({
      orgId: { _id: organization.id, orgName: organization.name },
      invoices: 1,
      amount: 500,
      billed: { subtotal: 3900, paid: 3400 },
      currency: 'usd',
      order: null,
    })
    expect((await admin(readCampaign, { params: { id: _id } })).data.times_redeemed).toBe(1)
  })
})

test('the use of a code is summed up: by how many, what it took off how much, and in which week', async () => {
  const code = await promoCode({ coupon: { percent_off: 25, duration: 'forever' } })
  const { _id } = await imported(code)
  const read = async () => (await manager(readCampaignUse, { params: { id: _id } })).data
  expect(await read()).toMatchObject({ organizations: 0, lastUsedAt: null, amounts: [], weeks: [{ uses: 0 }] })
  for (const cents of [4000, 6000]) {
    const customer = await customerOf(await given.organization())
    await provider.subscriptions.create({
      customer: customer.id,
      items: [{ price: (await price('Kiosk', cents)).id }],
      discounts: [{ promotion_code: code.id }],
    })
  }
  await soon(async () => {
    const use = await read()
    expect(use).toMatchObject({ organizations: 2, amounts: [{ currency: 'usd', amount: 2500, subtotal: 10_000 }] })
    expect(use.weeks.map(({ uses }) => uses)).toEqual([2])
    const history = (await manager(listRedemptions, { params: { id: _id }, query: {} })).data
    expect(use.lastUsedAt).toBe(history[0]!.redeemedAt)
    const [found] = (await admin(previewCampaign, { query: { promoCode: code.id } })).data
    expect(found!.use).toEqual(use)
  })
  expect((await manager(readCampaignUse, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('a redemption by an order names the order, once', async () => {
  const code = await promoCode({ coupon: { percent_off: 10, duration: 'forever' } })
  const { _id } = await imported(code)
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const session = await provider.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: organization.id,
    success_url: 'https://deen.example/thanks',
    line_items: [{ price: (await price('Kiosk', 3900)).id, quantity: 1 }],
    discounts: [{ promotion_code: code.id }],
  })
  await control(`checkout/${session.id}/pay`)
  await soon(async () => {
    const { data, meta } = await manager(listRedemptions, { params: { id: _id }, query: {} })
    expect(meta.total).toBe(1)
    expect(data[0]).toMatchObject({ order: { orderNo: expect.stringMatching(/^#\d{6}$/) }, invoices: 1, amount: 390 })
  })
})

test('a code that staff apply to an order is redeemed when they do, not when the order was made', async () => {
  const code = await promoCode({ coupon: { percent_off: 10, duration: 'forever' } })
  const { _id } = await imported(code)
  const organization = await given.organization()
  const session = await provider.checkout.sessions.create({
    mode: 'subscription',
    customer: (await customerOf(organization)).id,
    client_reference_id: organization.id,
    success_url: 'https://deen.example/thanks',
    line_items: [{ price: (await price('Kiosk', 3900)).id, quantity: 1 }],
  })
  await control(`checkout/${session.id}/pay`)
  const params = { orgId: organization.id }
  const ordered = await soon(async () => {
    const [order] = (await admin(orders.listOrganizationOrders, { params })).data
    expect(order).toBeDefined()
    return order!
  })
  clock.advance(1800)
  await admin(orders.applyPromo, { params: { id: ordered._id }, body: { code: code.code } })
  const { data } = await manager(listRedemptions, { params: { id: _id }, query: {} })
  expect(Date.parse(data[0]!.redeemedAt) - Date.parse(ordered.created)).toBeGreaterThan(1_700_000)
  expect(data[0]).toMatchObject({ invoices: 0, billed: null })

  await control('clock', { advanceS: 32 * 86_400 })
  await soon(async () => {
    const billed = (await manager(listRedemptions, { params: { id: _id }, query: {} })).data
    expect(billed).toMatchObject([{ invoices: 1, redeemedAt: data[0]!.redeemedAt }])
  })
})

test('it is found by its code and its promo id', async () => {
  const { _id, code, id } = await imported(await promoCode())
  for (const q of [code.toLowerCase(), id]) {
    const { data } = await manager(search.findAnything, { query: { q, types: 'campaign' } })
    expect(data.map((one) => one._id)).toEqual([_id])
  }
})

test('while the provider is away the list is there, and an import says why it is not done', async () => {
  const { _id, code } = await imported(await promoCode())
  await control('faults', { status: 500, times: 100 })
  try {
    expect((await admin(listCampaigns, { query: { q: code } })).data).toHaveLength(1)
    expect((await add(code)).status).toBe(502)
    const deleted = await admin(deleteCampaign, { params: { id: _id } })
    expect(deleted.status).toBe(502)
    expect(deleted.error.message).toMatch(/not known whether this was done/)
    expect((await admin(readCampaign, { params: { id: _id } })).data.displayStatus).toBe('Active')
  } finally {
    await control('faults', { clear: true })
  }
})
