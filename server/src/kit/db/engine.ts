import { sql } from 'drizzle-orm'
import { ConfigError } from '../process/config-error.ts'
import { type Database, rowsOf } from './db.ts'
import { codeOf } from './migrate.ts'

const OLDEST = 150_000
const PROBE_LOCK = 748_212
const SEE = 'docs/engines.md says which engines serve'

/** What the migrations and the jobs use that some kin of PostgreSQL lack or do not allow, tried in this order. */
const NEEDS: [lack: string, statement: string][] = [
  ['has no advisory locks', `select pg_advisory_xact_lock(${PROBE_LOCK})`],
  ['lets its role make no tables in the schema public', 'create table engine_probe (id integer primary key)'],
  ['has no native partitions', 'create table engine_probe_months (at timestamptz) partition by range (at)'],
  [
    'has no stored generated columns',
    'alter table engine_probe add column twice integer generated always as (id * 2) stored',
  ],
  [
    'has no functions in PL/pgSQL',
    `create function engine_probe() returns trigger language plpgsql as $$ begin execute 'select 1'; return null; end $$`,
  ],
  [
    'has no triggers',
    `create trigger engine_probe after update on engine_probe for each row when (old.id is distinct from new.id)
     execute function engine_probe()`,
  ],
  ['has no ICU', `create collation engine_probe (provider = icu, locale = 'und-u-kn-true')`],
  ['does not offer the extension pg_trgm, of the contrib package,', 'create extension if not exists pg_trgm'],
  ['does not let its role create the schema pgboss', 'create schema if not exists pgboss'],
]

/** What `if not exists` meets when another transaction makes the same, and is committed first. */
const MADE_MEANWHILE = '23505'

class Undo extends Error {}

/**
 * Before the first migration: refuses an engine that cannot hold the console, in one sentence that begins with `name`,
 * the variable that leads to it. Leaves nothing behind.
 */
export async function assertEngineServes(name: string, owner: Database, serving: Database): Promise<void> {
  const [engine] = await rowsOf<{ isKnown: boolean; version: string; number: number }>(
    owner.db,
    sql`select to_regclass('schema_migrations') is not null as "isKnown", version(),
               current_setting('server_version_num')::integer as number`,
  )
  const { isKnown, version, number } = engine!
  if (isKnown) return
  const [product = ''] = version.split(/ on |, | \(/)
  if (!version.startsWith('PostgreSQL ') || number < OLDEST)
    throw new ConfigError(`${name}: this is ${product}, and PostgreSQL 15 or newer is needed; ${SEE}.`)
  await owner
    .transaction(async (tx) => {
      for (const [lack, statement] of NEEDS) {
        await tx.execute(sql.raw(statement)).catch((error: Error) => {
          // By another first start, which had asked all of this before its migrations.
          if (codeOf(error) === MADE_MEANWHILE) throw new Undo()
          const { message } = (error.cause ?? error) as Error
          throw new ConfigError(`${name}: this ${product} ${lack} (${message}); ${SEE}.`)
        })
      }
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
  const listening = await serving.listen('engine_probe', () => undefined)
  const isHearing = listening.isHearing()
  await listening.stop()
  if (!isHearing)
    throw new ConfigError(
      'DATABASE_URL: a notice (NOTIFY) sent through it is not heard; set DIRECT_DATABASE_URL to the address of the same database that no pooler shares.',
    )
}
