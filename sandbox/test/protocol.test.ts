import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const { stripe, control, address } = await startSandbox()

describe('what is refused, and in which words', () => {
  test.each([
    ['an unknown parameter', () => stripe.customers.create({ nmae: 'x' } as never), 400, 'parameter_unknown', 'nmae'],
    [
      'an unknown parameter inside another',
      () => stripe.subscriptions.create({ customer: 'cus_x', items: [{ prcie: 'x' }] } as never),
      400,
      'parameter_unknown',
      'items[0][prcie]',
    ],
    ['a parameter that is needed', () => stripe.prices.create({} as never), 400, 'parameter_missing', 'currency'],
    ['what is not there', () => stripe.promotionCodes.retrieve('promo_x'), 404, 'resource_missing', 'id'],
    [
      'what a parameter names in vain',
      () => stripe.subscriptions.create({ customer: 'cus_x', items: [{ price: 'price_x' }] }),
      400,
      'resource_missing',
      'customer',
    ],
    ['a limit beyond 100', () => stripe.customers.list({ limit: 101 }), 400, 'parameter_invalid_integer', 'limit'],
    ['an unknown address', () => stripe.rawRequest('GET', '/v1/nothing'), 404, undefined, undefined],
    [
      'a path of five levels',
      () => stripe.invoices.list({ expand: ['data.payments.data.payment.charge'] }),
      400,
      undefined,
      'expand',
    ],
    ['a path that leads nowhere', () => stripe.customers.list({ expand: ['data.cat'] }), 400, undefined, 'expand'],
    ['the account of others', () => stripe.accounts.retrieve('acct_x'), 403, 'account_invalid', undefined],
  ])('%s', async (_, ask, statusCode, code, param) => {
    if (param === 'expand') await aCustomer(stripe)
    await expect(ask()).rejects.toMatchObject({ statusCode, code, param, requestId: expect.stringMatching(/^req_/) })
  })

  test('the message names the thing', async () => {
    await expect(stripe.promotionCodes.retrieve('promo_x')).rejects.toThrow("No such promotion code: 'promo_x'")
  })

  test('another key than one for tests', async () => {
    const { hostname: host, port } = new URL(address)
    const live = new Stripe('sk_live_x', { host, port, protocol: 'http' })
    await expect(live.customers.list()).rejects.toMatchObject({ statusCode: 401 })
    expect((await fetch(`${address}/v1/customers`)).status).toBe(401)
  })
})

test('a page of another site is refused', async () => {
  const clock = `${address}/__sandbox/clock`
  const move = (headers: Record<string, string>) =>
    fetch(clock, { method: 'POST', headers, body: new URLSearchParams({ advanceS: '1' }) })
  expect((await move({ origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await move({ origin: address })).status).toBe(200)
})

test('a list goes from the newest to the oldest, page by page', async () => {
  const made = []
  for (let count = 0; count < 7; count += 1) {
    made.push((await stripe.coupons.create({ percent_off: 10, duration: 'once' })).id)
  }
  const newestFirst = made.toReversed()
  const first = await stripe.coupons.list({ limit: 3 })
  expect(first).toMatchObject({ has_more: true, url: '/v1/coupons' })
  expect(first.data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 3))
  const second = await stripe.coupons.list({ limit: 3, starting_after: newestFirst[2] })
  expect(second.data.map(({ id }) => id)).toEqual(newestFirst.slice(3, 6))
  const back = await stripe.coupons.list({ limit: 2, ending_before: newestFirst[3] })
  expect(back).toMatchObject({ has_more: true, data: [{ id: newestFirst[1] }, { id: newestFirst[2] }] })
  const all = await Array.fromAsync(stripe.coupons.list({ limit: 2 }))
  expect(all.map(({ id }) => id)).toEqual(newestFirst)
})

test('what is expanded stands where its id stood', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 25.5, duration: 'forever' })
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'Eid-26' })
  expect(code.promotion.coupon).toBe(coupon.id)
  const found = await stripe.promotionCodes.list({ code: 'eid-26', expand: ['data.promotion.coupon'] })
  expect(found.data[0]!.promotion.coupon).toMatchObject({ percent_off: 25.5 })

  await stripe.coupons.del(coupon.id)
  const after = await stripe.promotionCodes.retrieve(code.id, { expand: ['promotion.coupon'] })
  expect(after).toMatchObject({ active: false, promotion: { coupon: { id: coupon.id, valid: false } } })
  await expect(stripe.coupons.retrieve(coupon.id)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('an empty value unsets, metadata are merged', async () => {
  const customer = await stripe.customers.create({ name: 'Noor', phone: '1', metadata: { a: '1', b: '2' } })
  const changed = await stripe.customers.update(customer.id, { phone: '', metadata: { b: '', c: '3' } })
  expect(changed).toMatchObject({ name: 'Noor', phone: null })
  expect(changed.metadata).toEqual({ a: '1', c: '3' })
  expect((await stripe.customers.update(customer.id, { metadata: '' })).metadata).toEqual({})
})

describe('the same key', () => {
  test('is answered the same, and once only', async () => {
    const ask = () => stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'once' })
    const first = await ask()
    const again = await ask()
    expect(again.id).toBe(first.id)
    const headers = ({ lastResponse }: typeof again) => Object.fromEntries(new Headers(lastResponse.headers))
    expect(headers(again)).toMatchObject({ 'idempotent-replayed': 'true', 'idempotency-key': 'once' })
    expect(headers(first)).not.toHaveProperty('idempotent-replayed')
  })

  test('is refused for anything else', async () => {
    await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'else' })
    await expect(stripe.customers.create({ name: 'B' }, { idempotencyKey: 'else' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('may be used again after a refusal', async () => {
    const ask = () =>
      stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: 'LATER' } }, { idempotencyKey: 'later' })
    await expect(ask()).rejects.toMatchObject({ code: 'resource_missing' })
    await stripe.coupons.create({ id: 'LATER', percent_off: 5, duration: 'once' })
    expect(await ask()).toMatchObject({ active: true })
  })
})

test('a request that fails halfway leaves nothing', async () => {
  const price = await aPlan(stripe)
  const customer = await stripe.customers.create({ name: 'No card' })
  await expect(stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })).rejects.toThrow(
    'no attached payment source',
  )
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
  expect((await stripe.invoices.list({ customer: customer.id })).data).toEqual([])
})

describe('faults', () => {
  test('the next requests fail as told, and then no more', async () => {
    await control('faults', { status: 429, times: 2 })
    await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeRateLimitError' })
    await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeRateLimitError' })
    await expect(stripe.customers.list()).resolves.toBeDefined()
  })

  test('a server error, a dropped connection, a slow answer', async () => {
    await control('faults', { status: 500 })
    await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeAPIError' })
    await control('faults', { drop: true })
    await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' })
    await control('faults', { delayMs: 300 })
    await expect(stripe.customers.list({}, { timeout: 100 })).rejects.toMatchObject({ type: 'StripeConnectionError' })
  })

  test('what was meant is done, though its answer is kept back until that is taken back', async () => {
    await control('faults', { only: 'POST /v1/customers', holdMs: 60_000 })
    let isAnswered = false
    const made = stripe.customers.create({ name: 'Held' }).then((customer) => {
      isAnswered = true
      return customer
    })
    await expect.poll(async () => (await stripe.customers.list({ limit: 1 })).data[0]?.name).toBe('Held')
    expect(isAnswered).toBe(false)
    await control('faults', { clear: true })
    expect((await made).name).toBe('Held')
  })

  test('are taken back', async () => {
    await control('faults', { status: 500, times: 100 })
    await control('faults', { clear: true })
    await expect(stripe.customers.list()).resolves.toBeDefined()
  })
})
