import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { answerError } from '../http/errors.ts'
import { createOverload, guardOverload } from './watch.ts'

test('one long turn of the event loop refuses nobody, a loop that goes on lagging does, and it ends with the lag', () => {
  const overload = createOverload()
  overload.sample(60_000)
  expect(overload.isOverloaded()).toBe(false)
  overload.sample(20)
  overload.sample(4000)
  expect(overload.isOverloaded()).toBe(false)
  overload.sample(4000)
  expect(overload.isOverloaded()).toBe(true)
  overload.sample(20)
  expect(overload.isOverloaded()).toBe(false)
})

test('who comes while the loop lags is told that the server is busy, and when to come again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const now = vi.spyOn(performance, 'now')
  now.mockReturnValue(0)
  const app = Fastify()
  app.setErrorHandler(answerError)
  guardOverload(app)
  app.get('/', async () => 'salam')
  const ask = async () => app.inject('/')
  expect((await ask()).statusCode).toBe(200)
  for (const at of [5000, 10_000]) {
    now.mockReturnValue(at)
    vi.advanceTimersByTime(1000)
  }
  const refused = await ask()
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ code: 'UNAVAILABLE', message: 'The server is busy. Try again in a moment.' })
  expect(refused.headers['retry-after']).toBe('2')
  now.mockReturnValue(11_000)
  vi.advanceTimersByTime(1000)
  expect((await ask()).statusCode).toBe(200)
  now.mockRestore()
  vi.useRealTimers()
  await app.close()
})
