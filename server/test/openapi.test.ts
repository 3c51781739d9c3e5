import { roleLabels } from '@hikmah/contract/permissions'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, everyEndpoint, featureOf } from './every-endpoint.ts'
import { startServer } from './start.ts'

const { app } = await startServer()
const document = (await app.inject('/api/openapi.json')).json()

const operationOf = ({ method, path }: { method: string; path: string }) =>
  document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`][method.toLowerCase()]

test('no two endpoints share a name', () => {
  expect(Object.keys(endpoints)).toHaveLength(everyEndpoint.length)
})

test('the OpenAPI document describes every endpoint of the contract, and nothing else of the API', async () => {
  expect(document.openapi).toMatch(/^3\.1/)
  const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const contracted = everyEndpoint.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.filter((line) => line.includes(' /api/')).sort()).toEqual(contracted.sort())
})

test('every reference in the document leads somewhere', () => {
  const references = JSON.stringify(document).match(/"#\/[^"]+"/g) ?? []
  expect(references.length).toBeGreaterThan(0)
  for (const reference of new Set(references)) {
    const steps = reference.slice(3, -1).split('/')
    expect(
      steps.reduce<Record<string, unknown> | undefined>((at, step) => at?.[step] as typeof at, document),
      reference,
    ).toBeDefined()
  }
})

/** Two features that one folder of the contract describes. */
const describedTogether: Record<string, string> = {
  'demo-requests': 'communication',
  'contact-inquiries': 'communication',
}

test.each(everyEndpoint.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s is told in words, by feature, with who may call it and how it refuses',
  (name, endpoint) => {
    const operation = operationOf(endpoint)
    expect(operation.operationId).toBe(name)
    expect(operation.summary).toMatch(/^[A-Z].{5,60}[^.]$/)
    expect(operation.tags).toEqual([endpoint.tag])
    const feature = endpoint.tag.toLowerCase().replaceAll(' ', '-')
    expect(describedTogether[feature] ?? feature).toBe(featureOf.get(endpoint))
    expect(operation.description).toMatch(/\*\*Needs:\*\* ./)
    const refusals = Object.keys(operation.responses).filter((status) => status >= '400')
    expect(refusals).toContain('503')
    if (endpoint.allow !== 'public') expect(refusals).toContain('401')
    if (endpoint.params) expect(refusals).toContain('404')
    if (endpoint.body) expect(refusals).toContain('400')
    if (endpoint.conflict) expect(refusals).toContain('409')
    for (const status of refusals) {
      expect(operation.responses[status].description).toMatch(/^[A-Z_]+: ./)
      expect(JSON.stringify(operation.responses[status].content)).toContain('#/components/schemas/Error')
    }
  },
)

test('it says which roles may call, and who is refused', () => {
  const { description, responses } = operationOf(endpoints.resetPassword!)
  expect(description).toContain(`\`staff.reset-password\` (${roleLabels.hikmah_owner})`)
  expect(responses[403].description).toContain('staff.reset-password')
  expect(operationOf(endpoints.listStaff!).responses[403]).toBeUndefined()
})

test('every call with a JSON body shows an example of it', () => {
  const shown = everyEndpoint.filter(({ body }) => body)
  expect(shown.length).toBeGreaterThan(50)
  const lacking = shown.filter(
    (endpoint) => operationOf(endpoint).requestBody.content['application/json'].example === undefined,
  )
  expect(lacking.map(({ name }) => name)).toEqual([])
  const { requestBody } = operationOf(endpoints.authenticate!)
  expect(requestBody.content['application/json'].example).toMatchObject({ code: '123456' })
})

test('an example is one that the endpoint would take', () => {
  for (const { name, body, query, example } of everyEndpoint) {
    if (example?.body !== undefined) expect(z.safeParse(body!, example.body).error, name).toBeUndefined()
    if (example?.query) expect(z.safeParse(query!, example.query).error, name).toBeUndefined()
  }
})

test('a call that takes an Idempotency-Key says so, and no other', () => {
  for (const endpoint of everyEndpoint) {
    const { name, method, allow, upload, isSecret, keyless, repeatsByKey } = endpoint
    const takesNone = (allow === 'public' && !repeatsByKey) || allow === 'device' || upload || isSecret
    expect(keyless ?? false, name).toBe(method === 'POST' && Boolean(takesNone))
    const named = (operationOf(endpoint).parameters ?? []).map((parameter: { name: string }) => parameter.name)
    expect(named.includes('Idempotency-Key'), name).toBe(method === 'POST' && !takesNone)
  }
})

test('it names the header that each call is let in by', () => {
  const { paths } = document
  expect(paths['/api/digital-device/heartbeat'].post.security).toEqual([{ deviceKey: [] }])
  expect(paths['/api/digital-device/{id}'].get.security).toEqual([{ token: [] }])
  expect(paths['/api/digital-device/getUniqueDeviceId'].get.security).toBeUndefined()
})

test('the page of the document opens', async () => {
  const page = await app.inject({ url: '/docs', headers: { accept: 'text/html' } })
  expect([200, 302]).toContain(page.statusCode)
})

test('in production strangers do not read it, and staff do', async () => {
  const server = await startServer({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://console.masjid.example',
    OWNER_EMAIL: 'owner@masjid.example',
    OWNER_PASSWORD: 'Correct-Horse-7',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Hikmah <no-reply@masjid.example>',
  })
  const { token } = await server.given.staff('manager')
  const read = async (headers = {}) => (await server.app.inject({ url: '/api/openapi.json', headers })).statusCode
  expect(await read()).toBe(404)
  expect(await read({ token })).toBe(200)
})
