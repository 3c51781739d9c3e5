import { apiUrl } from '@hikmah/contract/endpoint'
import { expect, test } from 'vitest'
import { everyEndpoint } from '../../../../test/every-endpoint.ts'
import { startServer } from '../../../../test/start.ts'

const { app, given } = await startServer()
const { token } = await given.staff('owner')
const { deviceKey } = await given.device()

test('no page tells another site where its reader came from', async () => {
  expect((await app.inject('/healthz')).headers['referrer-policy']).toBe('no-referrer')
})

const reads = everyEndpoint.filter(({ method }) => method === 'GET')
const anyId = new Proxy({}, { get: () => crypto.randomUUID() })

test.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
  'what is answered is kept nowhere on the way: %s',
  async (_, endpoint) => {
    const url = apiUrl(endpoint, { params: anyId, query: endpoint.example?.query })
    const { headers } = await app.inject({ url, headers: { token, deviceKey } })
    expect(headers['cache-control']).toBe('no-store')
  },
)

test.each(['/api/openapi.json', '/docs', '/docs/json', '/docs/yaml', '/dev/mailbox', '/metrics', '/readyz'])(
  'nor is what is no call of the contract: %s',
  async (url) => {
    const { statusCode, headers } = await app.inject({ url, headers: { token } })
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  },
)

test('nor is a refusal, and who asks without a token is refused so too', async () => {
  for (const url of ['/api/hikmah/auth/getCurrentUser', '/api/nothing', '/nothing%E0%A4%A']) {
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(headers['cache-control']).toBe('no-store')
  }
})
