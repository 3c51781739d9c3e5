import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { newId } from '../db/ids.ts'
import { createSecurityEvents } from '../http/edge/security.ts'
import { mailTable } from '../mail/post.ts'
import { secondsAfter } from '../process/clock.ts'
import { serveMetrics } from './metrics.ts'

const TOKEN = 'a-token-of-the-scraper'
const { app, call, given, house } = await startServer({ METRICS_TOKEN: TOKEN })

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

test('what is named as a counter is one', async () => {
  const { body } = await scrape('127.0.0.1')
  const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }))
  expect(types.length).toBeGreaterThan(20)
  expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
})

const PROMETHEUS = join(import.meta.dirname, '../../../../deploy/prometheus')
test.each(['alerts.yaml', 'grafana-dashboard.json'])('%s asks for nothing that is not there', async (name) => {
  const { body } = await scrape('127.0.0.1')
  const there = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric))
  const text = readFileSync(join(PROMETHEUS, name), 'utf8').replaceAll('\\"', '"')
  const asked = [...text.matchAll(/([a-z\d_]+?)(?:_bucket|_count)?\{job=/g)].map(([, metric]) => metric)
  expect(asked.length).toBeGreaterThan(9)
  expect(asked.filter((metric) => metric !== 'up' && !there.has(metric))).toEqual([])
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

test('they tell of the pool, of the oldest mail that waits, of failed sign-ins and of locks', async () => {
  const { userName } = await given.staff('admin')
  const body = { userName, password: 'Wrong-Pass-1', checked: false }
  for (let i = 0; i < 5; i += 1) await call(signIn.authenticateWithPassword, { body })
  const now = new Date()
  await house.db.insert(mailTable).values({
    id: newId(),
    kind: 'invite',
    recipient: 'a@masjid.example',
    subject: 'S',
    html: 'H',
    text: 'T',
    createdAt: secondsAfter(now, -600),
    nextAttemptAt: secondsAfter(now, 600),
    expiresAt: secondsAfter(now, 3600),
  })
  const text = (await scrape('127.0.0.1')).body
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  expect(figure('database_connections{state="idle"}')).toBeGreaterThan(0)
  expect(figure('database_connections{state="waiting"}')).toBe(0)
  expect(figure('outbox_oldest_seconds')).toBeGreaterThan(590)
  expect(figure('sign_in_locks')).toBe(1)
  expect(figure('payment_provider_cut_off')).toBe(0)
  const failed = 'http_refusals_total{route="/api/hikmah/auth/authenticateWithPassword",reason="UNAUTHENTICATED"}'
  expect(figure(failed)).toBe(5)
})

test('in production this machine needs the bearer too, for a proxy on it may speak for strangers', async () => {
  const own = Fastify()
  const { refusals } = createSecurityEvents(house)
  const config = { metricsToken: TOKEN, production: true }
  serveMetrics(own, { database: house.database, metrics: [refusals], config })
  const status = async (headers = {}) => (await own.inject({ url: '/metrics', headers })).statusCode
  expect(await status()).not.toBe(200)
  expect(await status({ authorization: `Bearer ${TOKEN}` })).toBe(200)
})
