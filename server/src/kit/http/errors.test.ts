import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
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

test('a database that nobody can connect to is unavailable, a file that is missing is not', async () => {
  const failing = Fastify()
  failing.setErrorHandler(answerError)
  failing.get('/database', async () => {
    await once(connect('/nowhere/.s.PGSQL.5432'), 'connect')
  })
  failing.get('/file', async () => void readFileSync('/nowhere/file'))
  expect((await failing.inject('/database')).statusCode).toBe(503)
  expect((await failing.inject('/file')).statusCode).toBe(500)
})
