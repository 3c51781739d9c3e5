import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { errorText, loggedError } from './log.ts'

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
