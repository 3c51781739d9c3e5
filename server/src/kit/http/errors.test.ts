import { DEFAULT_ERROR } from '@hikmah/contract/words'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerError } from './errors.ts'

const lines: string[] = []
const app = Fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } })
app.setErrorHandler(answerError)
app.get('/', async () => {
  throw new Error('connect to 10.0.0.7 as hikmah failed', { cause: new Error('at pool.ts') })
})

test('who meets an error that nobody expected is told nothing of it, and the log is', async () => {
  const reply = await app.inject('/')
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({ message: DEFAULT_ERROR, code: 'INTERNAL', requestId: expect.any(String) })
  expect(lines.join('')).toContain('10.0.0.7')
})
