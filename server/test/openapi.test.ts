import { endpoints } from '@hikmah/contract/endpoints'
import { expect, test } from 'vitest'
import { startServer } from './start.ts'

const { app } = await startServer()

test('the OpenAPI document describes every endpoint of the contract, and nothing else of the API', async () => {
  const document = (await app.inject('/api/openapi.json')).json()
  expect(document.openapi).toMatch(/^3\.1/)
  const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const contracted = Object.values(endpoints).map(
    ({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(described.filter((line) => line.includes(' /api/')).sort()).toEqual(contracted.sort())
})

test('it names the header that each call is let in by', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json()
  expect(paths['/api/digital-device/heartbeat'].post.security).toEqual([{ deviceKey: [] }])
  expect(paths['/api/digital-device/{id}'].get.security).toEqual([{ token: [] }])
  expect(paths['/api/digital-device/getUniqueDeviceId'].get.security).toBeUndefined()
})

test('the page of the document opens', async () => {
  const page = await app.inject({ url: '/docs', headers: { accept: 'text/html' } })
  expect([200, 302]).toContain(page.statusCode)
})
