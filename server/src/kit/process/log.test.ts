import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { errorText, loggedError, logTo, readableLine } from './log.ts'

const { house } = await startServer()

const SECRET = 'the-code-123456'

test('an error of the database is logged with its place and its query, never with the values', async () => {
  const asked = [
    house.db.execute(sql`select ${SECRET}::uuid`),
    house.db.execute(sql`insert into throttles (key, count) values (${SECRET}, null)`),
    house.db.execute(sql`select ${SECRET} from no_such_table`),
  ]
  for (const { reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[]) {
    expect(JSON.stringify(reason.params)).toContain(SECRET)
    const logged = JSON.stringify(loggedError(reason))
    expect(logged + errorText(reason)).not.toContain(SECRET)
    expect(logged).toContain('Failed query: ')
    expect(logged).toMatch(/"code":"(22P02|23502|42P01)"/)
    expect(logged).toContain('log.test.ts')
  }
})

test('a statement of many rows does not fill the log', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => sql`(${n}, ${n}, ${n}, ${n})`)
  const asked = house.db.execute(sql`insert into no_such_table values ${sql.join(rows, sql`, `)}`)
  const error = await asked.then(
    () => undefined,
    (reason) => reason,
  )
  expect(loggedError(error).message).toMatch(/^Failed query: insert into no_such_table/)
  expect(loggedError(error).message.length).toBeLessThan(2100)
})

test('any other error keeps its words, its place and what caused it', () => {
  const error = new Error('The disk is gone', { cause: new TypeError('No such file') })
  expect(loggedError(error)).toMatchObject({
    type: 'Error',
    message: 'The disk is gone',
    stack: expect.stringContaining('log.test.ts'),
    cause: { type: 'TypeError', message: 'No such file' },
  })
  expect(loggedError('thrown text')).toMatchObject({ type: 'string' })
})

/** What is on the screen, or in the file, after a log of three lines. */
function written(isTTY: boolean, level?: string): string[] {
  const lines: string[] = []
  const output = { isTTY, write: (text: string) => lines.push(text) }
  const app = Fastify({ logger: { stream: output, ...logTo(output, level), serializers: { err: loggedError } } })
  app.log.info({ route: '/api/stripe/webhook', status: 200 })
  app.log.warn({ status: 503 }, 'unavailable')
  app.log.error({ err: new Error('The disk is gone') }, 'unexpected error')
  return lines
}

test('a person at a terminal reads what went wrong, and requests that went well only when asked for', () => {
  const [warning, error, ...more] = written(true)
  expect(more).toEqual([])
  expect(warning).toMatch(/^\d\d:\d\d:\d\d \S*warn\S* unavailable status=503\n$/)
  expect(error).toMatch(/^\d\d:\d\d:\d\d \S*error\S* unexpected error\nError: The disk is gone\n +at .*log\.test\.ts/)
  expect(written(true, 'info')[0]).toMatch(/info\S* route="\/api\/stripe\/webhook" status=200\n$/)
  expect(written(true, 'error')).toEqual([expect.stringContaining('The disk is gone')])
})

test('elsewhere every line is an object in JSON', () => {
  expect(written(false).map((line) => JSON.parse(line).level)).toEqual([30, 40, 50])
  expect(written(false, 'warn').map((line) => JSON.parse(line).level)).toEqual([40, 50])
})

test('words from outside give a terminal no commands', () => {
  const line = JSON.stringify({ level: 40, time: 0, msg: 'a\u001b[2Jb\u009bc\u202ed', ip: '\u001b]0;x\u0007' })
  expect(readableLine(line)).toMatch(/ a\uFFFD\[2Jb\uFFFDc\uFFFDd ip="[^\p{C}]*"\n$/u)
})
