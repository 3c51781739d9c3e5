import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { Refusal } from '../../kit/errors/refusal.ts'
import { readInvoice, readPrice } from './billing.ts'
import { createProvider, MAX_VISITS } from './provider.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
let asked = 0
const server = createServer((request, response) => {
  asked += 1
  answer(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => void server.close())
const { port } = server.address() as { port: number }

const open = (now?: () => Date) => {
  asked = 0
  const base = new URL(`http://127.0.0.1:${port}`)
  return createProvider({ secretKey: 'sk_test_x', webhookSecrets: [], base: async () => base, isSandbox: true }, now)
}
const says = (status: number, body: object) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const failure = (type: string, more: object = {}) => ({ error: { type, message: 'as the provider says it', ...more } })
const refusalFrom = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  )

test('an answer that is no object of the provider is no answer', async () => {
  answer = says(404, { message: 'Not Found' })
  expect(await refusalFrom(readPrice(open(), 'page', 'price_1'))).toMatchObject({ status: 502, code: 'UPSTREAM' })
})

test.each([301, 302, 307, 308])('a redirect (%d) of the provider is not followed', async (status) => {
  const paths: (string | undefined)[] = []
  answer = ({ url }, response) => {
    paths.push(url?.split('?')[0])
    response.writeHead(status, { location: `http://127.0.0.1:${port}/elsewhere` }).end()
  }
  expect(await refusalFrom(readPrice(open(), 'page', 'price_1'))).toMatchObject({ status: 502, code: 'UPSTREAM' })
  expect(new Set(paths)).toEqual(new Set(['/v1/prices/price_1']))
})

test('what is not there is undefined, and no id asks nothing', async () => {
  const stripe = open()
  answer = says(404, failure('invalid_request_error', { code: 'resource_missing' }))
  expect(await readPrice(stripe, 'page', 'price_1')).toBeUndefined()
  const before = asked
  for (const id of ['', '../../v1/accounts', 'in_1?expand[]=x', '//evil.example/x', `in_${'x'.repeat(300)}`]) {
    await expect(async () => readInvoice(stripe, 'page', id)).rejects.toThrow('not an id')
  }
  expect(asked).toBe(before)
})

test.each([
  [402, 'card_error', 402, 'UPSTREAM'],
  [401, 'invalid_request_error', 503, 'UNAVAILABLE'],
  [400, 'invalid_request_error', 422, 'VALIDATION'],
  [400, 'idempotency_error', 409, 'CONFLICT'],
])('%d %s becomes %d %s', async (status, type, ours, code) => {
  answer = says(status, failure(type))
  expect(await refusalFrom(readPrice(open(), 'page', 'price_1'))).toMatchObject({ status: ours, code })
})

test('a refused parameter is named as a field', async () => {
  answer = says(400, failure('invalid_request_error', { param: 'quantity' }))
  expect((await refusalFrom(readPrice(open(), 'page', 'price_1')))?.fields).toHaveProperty('quantity')
})

test('a busy provider is asked again after a while', async () => {
  let times = 0
  answer = (request, response) => {
    times += 1
    if (times === 1) says(429, failure('rate_limit_error'))(request, response)
    else says(200, { id: 'price_1', object: 'price' })(request, response)
  }
  expect(await readPrice(open(), 'page', 'price_1')).toMatchObject({ id: 'price_1' })
})

test('after repeated failure nobody waits for the provider any more', async () => {
  const stripe = open()
  answer = (request) => request.socket.destroy()
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await refusalFrom(readPrice(stripe, 'page', 'price_1'))).toMatchObject({ status: 502 })
  }
  const before = asked
  expect(await refusalFrom(readPrice(stripe, 'page', 'price_1'))).toBeInstanceOf(Refusal)
  expect(asked).toBe(before)
})

test('whether it is away is known from the last call alone, and one who asks finds out that it is back', async () => {
  let now = new Date('2026-11-22T09:31:00Z')
  const stripe = open(() => now)
  expect(stripe.awaySince()).toBeUndefined()
  answer = (request) => request.socket.destroy()
  for (let tries = 0; tries < 6; tries += 1) await refusalFrom(readPrice(stripe, 'page', 'price_1'))
  expect(stripe.awaySince()).toEqual(now)

  const since = now
  now = new Date('2026-11-22T09:31:09Z')
  const before = asked
  expect(stripe.awaySince()).toEqual(since)
  expect(asked).toBe(before)
  answer = says(200, { object: 'list', data: [], has_more: false })
  now = new Date('2026-11-22T09:31:11Z')
  for (let consoles = 0; consoles < 20; consoles += 1) expect(stripe.awaySince()).toEqual(since)
  await expect.poll(() => stripe.awaySince()).toBeUndefined()
  expect(asked).toBe(before + 1)
  answer = says(200, { id: 'price_1', object: 'price' })
  expect(await readPrice(stripe, 'page', 'price_1')).toMatchObject({ id: 'price_1' })
})

test('who looks calls it only where nobody heard from it lately, and once for all who look', async () => {
  let now = new Date('2026-11-22T09:31:00Z')
  const stripe = open(() => now)
  answer = says(200, { object: 'list', data: [], has_more: false })
  await Promise.all(Array.from({ length: 20 }, () => stripe.look()))
  expect(asked).toBe(1)
  await stripe.look()
  expect(asked).toBe(1)
  answer = says(500, failure('api_error'))
  now = new Date('2026-11-22T09:31:31Z')
  expect(await stripe.look()).toEqual(now)
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Away</h1>')
  expect(await stripe.look('now')).toEqual(now)
  answer = says(429, failure('rate_limit_error'))
  expect(await stripe.look('now')).toBeUndefined()
})

test('however many visitors ask, two at once are let through, few wait, and staff wait for none of them', async () => {
  const stripe = open()
  const held: (() => void)[] = []
  answer = (request, response) => {
    if (!request.url?.startsWith('/v1/prices')) says(200, { id: 'in_1', object: 'invoice' })(request, response)
    else held.push(() => says(200, { id: 'price_1', object: 'price' })(request, response))
  }
  const visit = (_: unknown, n: number) => readPrice(stripe, 'visit', `price_${n}`)
  const visits = Array.from({ length: MAX_VISITS }, visit)
  await expect.poll(() => held.length).toBe(2)

  expect(await refusalFrom(visit(undefined, 99))).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(await readInvoice(stripe, 'page', 'in_1')).toMatchObject({ id: 'in_1' })
  expect(held).toHaveLength(2)

  answer = says(200, { id: 'price_1', object: 'price' })
  for (const release of held) release()
  expect(await Promise.all(visits)).toHaveLength(MAX_VISITS)
  expect(await visit(undefined, 99)).toMatchObject({ id: 'price_1' })
})

test('without a key it says that it is not configured', async () => {
  const stripe = createProvider(undefined)
  expect(await refusalFrom(readPrice(stripe, 'page', 'price_1'))).toMatchObject({
    status: 503,
    message: 'The payment provider is not configured',
  })
})
