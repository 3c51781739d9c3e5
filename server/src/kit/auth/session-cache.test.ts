import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startProxyTo } from '../../../test/proxy.ts'
import { type Database, openPostgres } from '../db/db.ts'
import { type LiveSession, SessionCache } from './session-cache.ts'

const session: LiveSession = {
  sessionId: 'one',
  lastUsedAt: new Date(),
  browser: 'Chrome 131',
  expiresAt: new Date(),
  id: 'person',
  userName: 'samira@hikmah.example',
  firstName: 'Samira',
  lastName: 'Haddad',
  role: 'hikmah_owner',
}

async function hearing() {
  const cache = new SessionCache()
  const listening = { isHearing: () => true, stop: async () => undefined }
  await cache.listenTo({ listen: async () => listening } as unknown as Database)
  return cache
}

test('a session that was read is known, until something changes', async () => {
  const cache = await hearing()
  await cache.read(async () => session)
  expect(cache.find('one')).toBe(session)
  cache.clear()
  expect(cache.find('one')).toBeUndefined()
})

test('a session that ended while it was being read is not kept', async () => {
  const cache = await hearing()
  let answer = (_: LiveSession) => {}
  const reading = cache.read(() => new Promise((resolve) => (answer = resolve)))
  cache.clear()
  answer(session)
  await reading
  expect(cache.find('one')).toBeUndefined()
})

test('a session is asked for again after ten seconds, should notices have been lost', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const cache = await hearing()
  await cache.read(async () => session)
  vi.advanceTimersByTime(9_999)
  expect(cache.find('one')).toBe(session)
  vi.advanceTimersByTime(1)
  expect(cache.find('one')).toBeUndefined()
})

test('sessions are known no longer than a second after notices stop, though the connection looks whole, and again when they come', async () => {
  const url = inject('serverUrl')
  const proxy = await startProxyTo(url)
  const database = openPostgres(url, { pooled: { directUrl: proxy.url, keepsNames: true } })
  const cache = new SessionCache()
  const { isHearing } = await cache.listenTo(database)
  onTestFinished(async () => {
    await cache.stop()
    await database.close()
    proxy.stop()
  })
  await cache.read(async () => session)
  expect(cache.find('one')).toBe(session)
  proxy.deafen()
  await sleep(1000)
  expect(cache.find('one')).toBeUndefined()
  proxy.hear()
  await expect.poll(isHearing).toBe(true)
  // What changed meanwhile was not heard.
  expect(cache.find('one')).toBeUndefined()
  await cache.read(async () => session)
  expect(cache.find('one')).toBe(session)
})
