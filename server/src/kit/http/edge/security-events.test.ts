import Fastify from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { loadKeys } from '../../auth/keys.ts'
import { forbidden, notFound, type Refusal, rateLimited, unauthenticated } from '../../errors/refusal.ts'
import { createSecurityEvents } from './security.ts'

const lines: Record<string, unknown>[] = []
beforeEach(() => void lines.splice(0))

let now = new Date()
const keys = loadKeys({
  secretKey: 'a-key-of-at-least-32-characters-x',
  dataDir: '',
  databaseUrl: undefined,
  production: false,
})
const { note } = createSecurityEvents({ keys, clock: { now: () => now } })

let refusal: Refusal
const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(JSON.parse(line)) } } })
app.setErrorHandler((error, request, reply) => {
  note(request, error as Refusal, 'someone')
  reply.code((error as Refusal).status).send({})
})
app.post('/sign-in', async () => {
  throw refusal
})

async function refuse(as: Refusal, userName = 'imam@masjid.example') {
  refusal = as
  await app.inject({ method: 'POST', url: '/sign-in', payload: { userName }, remoteAddress: '203.0.113.7' })
}

test('who is refused leaves a line with address, request, reason and person, and a hash in the place of the name', async () => {
  await refuse(unauthenticated())
  await refuse(forbidden(), 'IMAM@masjid.example')
  await refuse(rateLimited('Too many', 5), 'other@masjid.example')
  await refuse(notFound('address'))
  expect(lines.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
    '401 UNAUTHENTICATED',
    '403 FORBIDDEN',
    '429 RATE_LIMITED',
  ])
  expect(lines[0]).toMatchObject({
    event: 'security',
    reqId: expect.any(String),
    ip: '203.0.113.7',
    route: '/sign-in',
    user: 'someone',
    name: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(lines[1]?.name).toBe(lines[0]?.name)
  expect(lines[2]?.name).not.toBe(lines[0]?.name)
  expect(JSON.stringify(lines).toLowerCase()).not.toContain('imam')
})

test('a flood writes three hundred lines a minute, and then how many there were besides', async () => {
  now = new Date(now.getTime() + 60_000)
  for (let n = 0; n < 320; n += 1) await refuse(unauthenticated())
  expect(lines).toHaveLength(300)
  now = new Date(now.getTime() + 60_000)
  await refuse(unauthenticated())
  expect(lines.slice(300)).toMatchObject([{ event: 'security', unwritten: 20 }, { status: 401 }])
})
