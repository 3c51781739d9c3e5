import { invites } from '@hikmah/contract/invites/endpoints'
import { search } from '@hikmah/contract/search'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { expect, test } from 'vitest'
import { freePort } from '../../../test/cluster.ts'
import { linesOf, startCollector } from '../../../test/collector.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { startWithPayments } from '../../../test/payments.ts'
import { templateOf } from '../../outside/stripe/provider.ts'
import { systemActor } from '../auth/actor.ts'
import { createJobs, job } from '../jobs/jobs.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const EIN = '47-1234567'
const INVITED = 'invited.person@masjid.example'

const collector = await startCollector()
const smtp = await freePort()
await mailServer(smtp)
const server = await startWithPayments({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  OTEL_SERVICE_NAME: 'console-of-a-test',
  SMTP_URL: `smtp://127.0.0.1:${smtp}`,
  LOG_LEVEL: 'info',
})
const { app, house, given, call, callWith, provider } = server
const lines = linesOf(app)

const attributesOf = ({ attributes }: { attributes: { key: string; value: object }[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

test('a collector sees requests with their statements, calls of the provider, mails and jobs, and nobody’s data', async () => {
  const owner = await given.staff('owner')
  const byOwner = callWith(owner.token, { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } })
  const customer = await provider.customers.create({ email: 'payer@masjid.example' })
  await byOwner(search.findAnything, { query: { q: EIN } })
  await byOwner(search.findAnything, { query: { q: owner.userName } })
  const wrong = { userName: owner.userName, password: 'Wrong-Pass-1', checked: false }
  await call(signIn.authenticateWithPassword, { body: wrong })
  const body = {
    orgName: 'Masjid al-Huda',
    orgAdmin: 'Omar Farouk',
    orgEmail: INVITED,
    phoneFax: { primaryPhone: '(510) 555-0123' },
  }
  expect((await byOwner(invites.inviteOrganization, { body })).status).toBe(200)

  const asksProvider = job({
    name: 'asks-provider',
    work: async () => {
      await house.stripe.ask('work', (sdk) => sdk.customers.retrieve(customer.id))
      await house.db.execute('select 1 as of_the_job')
      throw new Error('The provider was asked')
    },
  })
  const jobs = createJobs<object>(house.database, [asksProvider])
  await jobs.start({}, app.log)
  await house.change(systemActor('Test'), (tx) => jobs.enqueue(tx, asksProvider, {}))

  await expect
    .poll(() => collector.spans().map(({ name }) => name))
    .toEqual(expect.arrayContaining(['mail invite', 'job asks-provider', 'GET /v1/customers/{id}']))
  await jobs.stop()
  const spans = collector.spans()
  const under = (parent: string) => spans.filter(({ parentSpanId }) => parentSpanId === parent)
  const named = (name: string) => spans.filter((span) => span.name === name)

  const [found, ...others] = named('GET /api/hikmah/search')
  expect(others).toHaveLength(1)
  expect(found).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
  expect(attributesOf(found!)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/hikmah/search',
    'http.response.status_code': 200,
  })
  const statements = under(found!.spanId)
  expect(statements.length).toBeGreaterThan(3)
  expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
  for (const statement of statements) {
    expect(statement.name).toMatch(/^[A-Z]+$/)
    expect(attributesOf(statement)['db.system.name']).toBe('postgresql')
  }
  const [invited] = named('POST /api/organizations')
  expect(under(invited!.spanId).map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']))

  const [worked] = named('job asks-provider')
  expect(worked!.parentSpanId).toBeUndefined()
  expect(attributesOf(worked!)['error.type']).toBe('Error')
  expect(under(worked!.spanId).map(({ name }) => name)).toEqual(['GET /v1/customers/{id}', 'SELECT'])
  expect(lines.find(({ job }) => job === 'asks-provider')).toMatchObject({ traceId: worked!.traceId })
  expect(lines.find(({ route }) => route === '/api/hikmah/search')).toMatchObject({ traceId: TRACE })

  const exported = collector.received.map((one) => one.body).join('\n')
  expect(exported).toContain('console-of-a-test')
  for (const secret of [
    owner.userName,
    owner.token,
    owner.id,
    EIN,
    EIN.replace('-', ''),
    INVITED,
    'Wrong-Pass-1',
    'Farouk',
    '5105550123',
    customer.id,
    'payer@',
    '127.0.0.1',
  ])
    expect(exported).not.toContain(secret)
})

test('the addresses of the provider leave without ids and names', () => {
  expect(templateOf('/v1/customers/cus_1/payment_methods?email=a@masjid.example')).toBe(
    '/v1/customers/{id}/payment_methods',
  )
  expect(templateOf('/v1/coupons/ramadan')).toBe('/v1/coupons/{id}')
  expect(templateOf('/v1/invoices/in_1/send')).toBe('/v1/invoices/{id}/send')
})

test('at the end the metrics of /metrics are sent too', async () => {
  const { body } = await app.inject('/metrics')
  await server.close()
  const [sent] = collector.bodiesOf('/v1/metrics')
  const metrics: { name: string; sum?: object; histogram?: { dataPoints: Record<string, unknown>[] } }[] = JSON.parse(
    sent!,
  ).resourceMetrics[0].scopeMetrics.flatMap(({ metrics }: { metrics: [] }) => metrics)
  const scraped = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(metrics.map(({ name }) => name).sort()).toEqual(scraped.sort())
  expect(metrics.find(({ name }) => name === 'http_refusals_total')?.sum).toMatchObject({ isMonotonic: true })
  const [point] = metrics.find(({ name }) => name === 'http_request_duration_seconds')!.histogram!.dataPoints
  const counts = (point!.bucketCounts as string[]).map(Number)
  expect(counts).toHaveLength((point!.explicitBounds as number[]).length + 1)
  expect(counts.reduce((sum, count) => sum + count)).toBe(Number(point!.count))
})
