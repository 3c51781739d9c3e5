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

test.each([
  ['ahead by two days', 2 * 86_400],
  ['behind by two days', -2 * 86_400],
  ['right', 0],
])('a session is open until it ends by the clock of the server, on a machine whose clock is %s', async (_, offS) => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.useFakeTimers()
  const now = Date.parse('2026-11-26T12:00:00Z')
  vi.setSystemTime(now + offS * 1000)
  const { isSignedIn, learnServerTime, local } = await import('./session.ts')
  const { ageText } = await import('../format/texts.ts')
  const end = now / 1000 + 12 * 3600
  learnServerTime(new Date(now).toUTCString())
  local.set('authToken', `h.${btoa(JSON.stringify({ sid: 's', exp: end }))}.s`)
  expect(isSignedIn()).toBe(true)
  expect(ageText(now - 5 * 60_000)).toBe('5 min')
  vi.advanceTimersByTime(13 * 3600 * 1000)
  expect(isSignedIn()).toBe(false)
  // The clock was set right meanwhile.
  learnServerTime(new Date(Date.now() + 1000).toUTCString())
  expect([...stored.keys()]).toEqual(['authToken'])
  vi.useRealTimers()
})
