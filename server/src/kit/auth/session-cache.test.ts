import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../db/db.ts'
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
