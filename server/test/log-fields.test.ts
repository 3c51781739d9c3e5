import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemActor } from '../src/kit/auth/actor.ts'
import { createJobs, job } from '../src/kit/jobs/jobs.ts'
import { linesOf, startCollector } from './collector.ts'
import { startServer } from './start.ts'

const table = readFileSync(join(import.meta.dirname, '../../docs/logging.md'), 'utf8')
const documented = new Set(
  table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)),
)

/** Such as `status` and `err.code`; causes are of the form of errors. */
const fieldsOf = ({ err, ...line }: Record<string, unknown>): string[] => [
  ...Object.keys(line),
  ...(err ? ['err', ...Object.keys(err).map((name) => `err.${name}`)] : []),
]

test('docs/logging.md tells of each field of a request, a refusal, an error and a failed job', async () => {
  const collector = await startCollector()
  const { app, house, given, call, callWith } = await startServer({
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  app.log.level = 'info'
  const lines = linesOf(app)
  const { token } = await given.staff('owner')
  const { listOrganizations } = organizations
  await callWith(token)(listOrganizations, { query: { page: 1 } })
  const wrong = { userName: 'nobody@masjid.example', password: 'Wrong-Pass-1', checked: false }
  await call(signIn.authenticateWithPassword, { body: wrong })
  await house.db.execute(sql`alter table organizations rename to gone`)
  await callWith(token)(listOrganizations, { query: { page: 1 } })
  const fails = job({ name: 'fails', work: () => house.db.execute(sql`select ${'a value'}::uuid`) })
  const jobs = createJobs<object>(house.database, [fails])
  await jobs.start({}, app.log)
  await house.change(systemActor('Test'), (tx) => jobs.enqueue(tx, fails, {}))
  await expect.poll(() => lines.some((line) => line.job === 'fails')).toBe(true)
  await jobs.stop()

  const found = new Set(lines.flatMap(fieldsOf))
  for (const field of ['reqId', 'traceId', 'ms', 'reason', 'name', 'err.cause', 'job']) expect(found).toContain(field)
  expect([...found].filter((field) => !documented.has(field))).toEqual([])
  expect(JSON.stringify(lines)).not.toMatch(/nobody@|a value|Wrong-Pass/)
})

/** As `log.warn({ event: 'security', ip }`: what a line may hold, whatever sets it off. */
test('nor does a line of the source name another one', () => {
  const source = (file: string) => readFileSync(join(import.meta.dirname, '../src', file), 'utf8')
  const files = ['boot', 'main', 'kit/jobs/jobs', 'kit/http/edge/security', 'kit/http/errors', 'kit/http/serve']
  const more = ['sign-in/sessions', 'member-sign-in/member-tokens']
  const named = [...files, ...more].flatMap((file) =>
    [...source(`${file}.ts`).matchAll(/log\??\.(?:info|warn|error)\(\s*\{([^}]*)\}/g)].flatMap(([, fields = '']) =>
      fields.split(',').map((field) => field.split(':')[0]!.trim()),
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => name !== '' && !documented.has(name))).toEqual([])
})
