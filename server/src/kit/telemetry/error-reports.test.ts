import { organizations } from '@hikmah/contract/organizations/endpoints'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { linesOf, startCollector } from '../../../test/collector.ts'
import { startServer } from '../../../test/start.ts'
import { systemActor } from '../auth/actor.ts'
import { createJobs, job } from '../jobs/jobs.ts'

const EMAIL = 'somebody@masjid.example'
const KEY = '0123456789abcdef0123456789abcdef'

interface Event {
  level: string
  release: string
  transaction?: string
  tags: Record<string, unknown>
  exception: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] }
}

test('errors of requests and jobs are reported, without what people sent', async () => {
  const collector = await startCollector()
  const server = await startServer({
    SENTRY_DSN: `http://${KEY}@127.0.0.1:${collector.port}/7`,
    LOG_LEVEL: 'error',
  })
  linesOf(server.app)
  const { house, given, callWith } = server
  const { token } = await given.staff('owner')
  await house.db.execute(sql`alter table organizations rename to gone`)
  const reply = await callWith(token)(organizations.listOrganizations, { query: { q: EMAIL } })
  expect(reply.status).toBe(500)

  const fails = job({
    name: 'fails',
    work: async () => void (await house.db.execute(sql`select ${EMAIL}::uuid`)),
  })
  const jobs = createJobs<object>(house.database, [fails])
  await jobs.start({}, server.app.log)
  await house.change(systemActor('Test'), (tx) => jobs.enqueue(tx, fails, {}))
  await expect.poll(() => collector.received.length).toBeGreaterThan(1)
  await jobs.stop()

  const events = collector.bodiesOf('/api/7/envelope/').map((body) => JSON.parse(body.split('\n')[2]!) as Event)
  const ofRequest = events.find(({ tags }) => tags.requestId === reply.error.requestId)!
  expect(ofRequest).toMatchObject({
    level: 'error',
    transaction: 'GET /api/hikmah/getAllOrganizations',
    tags: { status: 500, code: '42P01' },
    release: expect.stringMatching(/^hikmah-console@\d/),
  })
  const [cause] = ofRequest.exception.values
  expect(cause).toMatchObject({ value: 'relation "organizations" does not exist' })
  expect(ofRequest.exception.values.at(-1)!.value).toMatch(/^Failed query: /)
  expect(events.find(({ tags }) => tags.job === 'fails')?.exception.values.at(-1)?.value).toMatch(/^Failed query/)

  const sent = collector.received.map(({ body, headers }) => JSON.stringify(headers) + body).join('\n')
  for (const secret of [EMAIL, token, 'user-agent: light']) expect(sent).not.toContain(secret)
})

test('a server of errors that is away fails nothing', async () => {
  const server = await startServer({ SENTRY_DSN: `http://${KEY}@127.0.0.1:9/7`, LOG_LEVEL: 'warn' })
  const lines = linesOf(server.app)
  for (let i = 0; i < 100; i += 1) server.app.log.error({ err: new Error('again and again') }, 'it failed')
  await expect.poll(() => lines.filter(({ msg }) => msg === 'errors could not be reported')).toHaveLength(1)
  expect((await server.app.inject('/healthz')).statusCode).toBe(200)
  expect(lines.filter(({ msg }) => msg === 'it failed')).toHaveLength(100)
})
