import { expect, test } from 'vitest'
import { startServer } from '../../../../test/start.ts'

const { app, given } = await startServer()

test('no page tells another site where its reader came from', async () => {
  expect((await app.inject('/healthz')).headers['referrer-policy']).toBe('no-referrer')
})

test('what a person is answered is kept nowhere on the way', async () => {
  const { token } = await given.staff('manager')
  const { statusCode, headers } = await app.inject({ url: '/api/hikmah/auth/getCurrentUser', headers: { token } })
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
})
