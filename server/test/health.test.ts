import { expect, test } from 'vitest'
import { startServer } from './start.ts'

const { app, clock } = await startServer()

test('a fresh server says it is alive and ready', async () => {
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
})

test('an unknown address of the API answers 404 in the one error shape', async () => {
  const reply = await app.inject({ url: '/api/nothing', headers: { 'x-request-id': 'abcdefgh-1' } })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({
    message: 'This address does not exist',
    code: 'NOT_FOUND',
    requestId: 'abcdefgh-1',
  })
})

test('an instance whose clock is more than a minute from the database’s is not ready', async () => {
  const readiness = async () => (await app.inject('/readyz')).json()
  clock.advance(50)
  expect(await readiness()).toMatchObject({ status: 'ready', checks: { clock: true } })
  clock.advance(20)
  expect(await readiness()).toMatchObject({ status: 'not ready', checks: { database: true, clock: false } })
  clock.advance(-140)
  expect(await readiness()).toMatchObject({ status: 'not ready', checks: { clock: false } })
  clock.advance(70)
})
