import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startServer } from '../test/start.ts'
import { projectRoot } from './kit/process/project-root.ts'

const assets = join(projectRoot, 'console/dist/assets')
if (!existsSync(assets)) throw new Error('Build the console first, as `npm test` does: vite build console')
const built = (name: RegExp) => `/assets/${readdirSync(assets).find((file) => name.test(file))}`

const { app, given } = await startServer()
const { token } = await given.staff('owner')
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('a built file is kept for good, and carries no more than it needs', async () => {
  const script = await get(built(/^base-.*\.js$/), { 'accept-encoding': 'br' })
  expect(script.statusCode).toBe(200)
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(brotliDecompressSync(script.rawPayload).toString()).toContain('createElement')
  const weight = Object.entries(script.headers).reduce(
    (sum, [name, value]) => sum + name.length + `${value}`.length + 4,
    0,
  )
  expect(weight).toBeLessThan(500)
  for (const name of ['content-security-policy', 'strict-transport-security', 'x-frame-options']) {
    expect(script.headers).not.toHaveProperty(name)
  }
})

test('the worker that reads PDFs may ask nobody and load nothing', async () => {
  const worker = await get(built(/^pdf\.worker.*\.mjs$/))
  expect(worker.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'",
  })
})

test('who takes no brotli gets gzip, and who takes neither the file as it is', async () => {
  const sheet = built(/^base-.*\.css$/)
  const zipped = await get(sheet, { 'accept-encoding': 'gzip' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  const plain = await get(sheet)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
})

test.each(['/login', '/dashboard', '/varify-ein/0199a1b2-0000-7000-8000-000000000000'])(
  'the page at %s keeps its policies and is asked for anew each time',
  async (address) => {
    const page = await get(address)
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  },
)

test('a page names the files of its screen, and of no other', async () => {
  const list = (await get('/admin-organization?q=noor')).body
  expect(list).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/OrganizationsPanel-[^"]+\.js"><?/)
  expect(list).not.toContain('TaxReviewPage')
  const desk = (await get('/varify-ein/0199a1b2-0000-7000-8000-000000000000')).body
  expect(desk).toContain('/assets/TaxReviewPage-')
  expect(desk).not.toContain('OrganizationsPanel')
  expect((await get('/no-such-page')).body).not.toContain('OrganizationsPanel')
})

test('an answer is compressed when that saves something', async () => {
  for (let count = 0; count < 10; count++) await given.organization()
  const address = '/api/hikmah/getAllOrganizations?page=1&limit=10'
  const plain = await get(address, { token })
  const packed = await get(address, { token, 'accept-encoding': 'br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)

  const small = await get('/api/hikmah/navigation/counts', { token, 'accept-encoding': 'br' })
  expect(small.headers).not.toHaveProperty('content-encoding')
})

test('a download is the same when it is compressed on its way', async () => {
  const address = '/api/hikmah/audit/export'
  const plain = await get(address, { token })
  const packed = await get(address, { token, 'accept-encoding': 'gzip' })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': plain.headers['content-type'],
    'content-disposition': plain.headers['content-disposition'],
  })
  expect(plain.headers['content-disposition']).toMatch(/^attachment; filename=/)
  expect(packed.headers).not.toHaveProperty('content-length')
  // The first export is itself an entry of the second.
  const rows = (text: string) => text.trim().split(/\r?\n/)
  const unpacked = rows(gunzipSync(packed.rawPayload).toString())
  expect(unpacked[0]).toBe(rows(plain.body)[0])
  expect(unpacked).toEqual(expect.arrayContaining(rows(plain.body)))
})

test.each(['/assets/', '/assets/../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/.git/config'])(
  'nothing but built files is given out: %s',
  async (address) => {
    const { statusCode, body } = await get(address)
    expect(statusCode === 404 || body.startsWith('<!doctype html>')).toBe(true)
    expect(body).not.toMatch(/workspaces|repositoryformatversion/)
  },
)

test('over https a built file says too that it comes no other way', async () => {
  const { app: encrypted } = await startServer({ PUBLIC_URL: 'https://console.masjid.example' })
  const { headers } = await encrypted.inject(built(/^base-.*\.js$/))
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})
