import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'

const TOKEN = 'a-token-of-the-scraper'
const { app } = await startServer({ METRICS_TOKEN: TOKEN })

const scrape = (remoteAddress: string, headers: Record<string, string> = {}) =>
  app.inject({ url: '/metrics', remoteAddress, headers })

test('this machine and the bearer of the token read the metrics', async () => {
  for (const reply of [
    await scrape('127.0.0.1'),
    await scrape('::1'),
    await scrape('203.0.113.7', { authorization: `Bearer ${TOKEN}` }),
  ]) {
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('outbox_mails')
    expect(reply.headers['cache-control']).toBe('no-store')
  }
})

test.each([
  ['203.0.113.7', {}],
  ['203.0.113.7', { authorization: 'Bearer wrong' }],
  ['203.0.113.7', { authorization: `Bearer ${TOKEN}x` }],
  ['203.0.113.7', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }],
  ['127.0.0.1', { forwarded: 'for=203.0.113.7' }],
])('a stranger finds nothing there, also behind a proxy of this machine: %s %j', async (address, headers) => {
  const reply = await scrape(address, headers as Record<string, string>)
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({
    message: 'This address does not exist',
    code: 'NOT_FOUND',
    requestId: expect.any(String),
  })
})
