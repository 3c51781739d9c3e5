import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { Refusal } from '../../kit/http/refusal.ts'
import { readInvoice, readPrice } from './billing.ts'
import { createProvider } from './provider.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
let asked = 0
const server = createServer((request, response) => {
  asked += 1
  answer(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => void server.close())
const { port } = server.address() as { port: number }

const open = () => {
  asked = 0
  const base = new URL(`http://127.0.0.1:${port}`)
  return createProvider({ secretKey: 'sk_test_x', webhookSecrets: [], base: async () => base, isSandbox: true })
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

test('what is not there is undefined, and no id asks nothing', async () => {
  const stripe = open()
  answer = says(404, failure('invalid_request_error', { code: 'resource_missing' }))
  expect(await readPrice(stripe, 'page', 'price_1')).toBeUndefined()
  const before = asked
  await expect(readInvoice(stripe, 'page', '')).rejects.toThrow('no id')
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

test('without a key it says that it is not configured', async () => {
  const stripe = createProvider(undefined)
  expect(await refusalFrom(readPrice(stripe, 'page', 'price_1'))).toMatchObject({
    status: 503,
    message: 'The payment provider is not configured',
  })
})
