import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  ['https:', /^__Host-remembered=1; path=\/; samesite=strict; max-age=2592000; secure$/],
  ['http:', /^remembered=1; path=\/; samesite=strict; max-age=2592000$/],
])('over %s the browser is told that somebody is remembered by a cookie fit for it', async (protocol, cookie) => {
  const page = { cookie: '' }
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('document', page)
  const { keepSession, rememberedLogin } = await import('./session.ts')
  keepSession({ token: 't', userName: 'a@b.example', role: [], imageDetails: { image: '' } }, true)
  expect(page.cookie).toMatch(cookie)
  page.cookie = page.cookie.split(';')[0]!
  expect(rememberedLogin()).toBe('')
})
