import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { DEFAULT_ERROR, REQUIRED } from '@hikmah/contract/words'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { newId } from '../db/ids.ts'
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

test('a value that the database alone refuses is a 400 that names its field, and the log has it', async () => {
  const { db } = await startServer()
  const refusing = Fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(line) } } })
  refusing.setErrorHandler(answerError)
  refusing.get('/unknown', () =>
    db.execute(sql`insert into staff_preferences values (${newId()}, 'tax-papers', 'never')`),
  )
  refusing.get('/missing', () => db.execute(sql`insert into staff_preferences (staff_id) values (null)`))
  const unknown = await refusing.inject('/unknown')
  expect(unknown.statusCode).toBe(400)
  expect(unknown.json()).toMatchObject({
    message: 'choice: This value is not allowed',
    code: 'VALIDATION',
    fields: { choice: 'This value is not allowed' },
  })
  expect(lines.join('')).toContain('the database refused what the contract allows')
  const missing = await refusing.inject('/missing')
  expect([missing.statusCode, missing.json().fields]).toEqual([400, { staffId: REQUIRED }])
})
