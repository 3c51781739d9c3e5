import { expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const DAY = 86_400
const { stripe, control, webhooks } = await startSandbox()

test('what is sent is signed now, whatever the clock of the sandbox says', async () => {
  await control('clock', { advanceS: -400 * DAY })
  const customer = await stripe.customers.create({ name: 'Noor' })
  await expect.poll(() => webhooks.received.length).toBe(1)
  const { body, signature } = webhooks.received[0]!
  const event = stripe.webhooks.constructEvent(body, signature, webhooks.secret)
  expect(event).toMatchObject({ type: 'customer.created', data: { object: { id: customer.id } } })
  expect(event.created).toBeLessThan(Date.now() / 1000 - 399 * DAY)
  expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow('signature')
  expect(await control('clock', { advanceS: -1 })).toMatchObject({ error: { param: 'advanceS' } })
  await control('clock', { advanceS: 400 * DAY })
})

test('a change says what was there before', async () => {
  const customer = await stripe.customers.create({ name: 'Old' })
  await stripe.customers.update(customer.id, { name: 'New' })
  await expect.poll(() => webhooks.types()).toContain('customer.updated')
  const { event } = webhooks.received.find(({ event }) => event.type === 'customer.updated')!
  expect(event.data.previous_attributes).toEqual({ name: 'Old' })
  expect(event.request?.id).toMatch(/^req_/)
})

test('who is down is tried again, and requests do not wait for it', async () => {
  webhooks.state.isDown = true
  const customer = await aCustomer(stripe)
  const undelivered = await stripe.events.list({ delivery_success: false, limit: 100 })
  expect(undelivered.data.map(({ type }) => type)).toContain('customer.created')
  webhooks.state.isDown = false
  const isTold = () =>
    webhooks.received.some(
      ({ event }) => event.type === 'customer.created' && (event.data.object as { id: string }).id === customer.id,
    )
  await expect.poll(isTold).toBe(true)
  await expect.poll(async () => (await stripe.events.list({ delivery_success: false })).data).toEqual([])
})

test('events are listed by type and time', async () => {
  const price = await aPlan(stripe)
  const events = await stripe.events.list({ types: ['price.created', 'product.created'], limit: 2 })
  expect(events.data.map(({ type }) => type)).toEqual(['price.created', 'product.created'])
  expect(events.data[0]!.data.object).toMatchObject({ id: price.id })
  const later = events.data[0]!.created + 1
  expect((await stripe.events.list({ created: { gte: later } })).data).toEqual([])
  expect(await stripe.events.retrieve(events.data[0]!.id)).toMatchObject({ type: 'price.created' })
})

test('an endpoint hears what it asked for, under its own secret', async () => {
  const endpoint = await stripe.webhookEndpoints.create({ url: webhooks.url, enabled_events: ['coupon.created'] })
  expect(endpoint.secret).toMatch(/^whsec_/)
  expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined()
  await stripe.coupons.create({ percent_off: 5, duration: 'once' })
  const told = () => webhooks.received.filter(({ event }) => event.type === 'coupon.created')
  await expect.poll(told).toHaveLength(2)
  const own = told().filter(({ body, signature }) => {
    try {
      return stripe.webhooks.constructEvent(body, signature, endpoint.secret!)
    } catch {
      return false
    }
  })
  expect(own).toHaveLength(1)
  await stripe.webhookEndpoints.del(endpoint.id)
})

test('everything is sent again, twice and backwards', async () => {
  await expect.poll(async () => (await stripe.events.list({ delivery_success: false })).data).toEqual([])
  const known = (await Array.fromAsync(stripe.events.list({ limit: 100 }))).length
  const before = webhooks.received.length
  expect(await control('events/replay', { duplicate: true, reverse: true })).toEqual({ queued: 2 * known })
  await expect.poll(() => webhooks.received.length).toBe(before + 2 * known)
})
