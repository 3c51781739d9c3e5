import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, ROLE_SETTINGS, rowsOf } from './db.ts'

/** A pooler that refuses what is said when a connection opens says so by this code and in these words. */
const PROTOCOL_VIOLATION = '08P01'
export const isRefusedByPooler = ({ code, message }: Error & { code?: string }): boolean =>
  code === PROTOCOL_VIOLATION && message.includes('startup parameter')

/** Whether what was said when the connection opened is in force: some poolers drop it without a word. */
export async function obeysOpening({ db }: Database, { unlimited = false }): Promise<boolean> {
  const [row] = await rowsOf<{ ms: number }>(
    db,
    sql`select setting::integer as ms from pg_settings where name = 'statement_timeout'`,
  )
  return row?.ms === (unlimited ? 0 : ROLE_SETTINGS.statement_timeout)
}

/** Not that of the migrations, one of which may take minutes. */
const ROLE_LOCK = 748_211

/** Gives the role of `direct` in this database what connections through a pooler cannot say themselves. */
export async function limitRole(direct: Database): Promise<void> {
  const settings = Object.entries(ROLE_SETTINGS)
    .map(
      ([name, value]) =>
        `execute format('alter role %I in database %I set ${name} = ${value}', current_user, current_database());`,
    )
    .join(' ')
  // Two that change one role at once fail.
  await direct.script(`do $$ begin perform pg_advisory_xact_lock(${ROLE_LOCK}); ${settings} end $$`)
}

const ROUNDS = 10
const ROUND_MS = 2000

/**
 * Whether a statement that a connection has named is found when it asks again. Of two connections that use one name, a
 * pooler gives both the same server in turn, which takes a name once, or other servers, which do not know it; unless it
 * looks after names itself.
 */
export async function keepsNames(url: string): Promise<boolean> {
  const connect = () =>
    new pg.Client({ connectionString: url, connectionTimeoutMillis: ROUND_MS, query_timeout: ROUND_MS })
  const [one, other] = [connect(), connect()]
  for (const client of [one, other]) client.on('error', () => undefined)
  const ask = (client: pg.Client) => client.query({ name: 'keeps_names', text: 'select $1::integer', values: [1] })
  try {
    await Promise.all([one.connect(), other.connect()])
    for (let round = 0; round < ROUNDS; round += 1) {
      await ask(one)
      await other.query('begin')
      await ask(other)
      await ask(one)
      await other.query('commit')
    }
    return true
  } catch {
    return false
  } finally {
    await Promise.allSettled([one.end(), other.end()])
  }
}
