import { expect, test } from 'vitest'
import { startServer } from './start.ts'

const { app } = await startServer()

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
