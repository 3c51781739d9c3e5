import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { askServer, createDatabase, onServer } from '../../../test/cluster.ts'
import { type Database, type Opening, openPostgres } from './db.ts'
import { assertEngineServes } from './engine.ts'
import { migrate, readMigrations } from './migrate.ts'

/** A new database in which these statements were run; those that follow each find an engine that was made to lack something. */
async function openNew(statements: string[], opening: Opening = {}) {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  await onServer(url, statements)
  const database = openPostgres(url, opening)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return { url, database }
}

const refuses = (tag: string, words: string) => [
  `create function lacks() returns event_trigger language plpgsql as $$ begin raise '${words}' using errcode = '0A000'; end $$`,
  `create event trigger lacks on ddl_command_start when tag in ('${tag}') execute function lacks()`,
]

/** What the database says of itself, before what PostgreSQL would say. */
const says = (version: string, number: number) => [
  'create schema said',
  `create function said.version() returns text language sql as $$ select '${version}' $$`,
  `create function said.current_setting(text) returns text language sql as $$ select '${number}' $$`,
  `do $$ begin execute format('alter database %I set search_path = said, pg_catalog, public', current_database()); end $$`,
]

test.each([
  [
    'pg_trgm',
    refuses('CREATE EXTENSION', 'extension "pg_trgm" is not available'),
    /^DATABASE_URL: this PostgreSQL \d+\S* does not offer the extension pg_trgm, of the contrib package, \(extension "pg_trgm" is not available\); docs\/engines\.md says which engines serve\.$/,
  ],
  [
    'triggers',
    refuses('CREATE TRIGGER', 'not implemented'),
    /^DATABASE_URL: this PostgreSQL \d+\S* has no triggers \(not implemented\); /,
  ],
  [
    'generated columns',
    refuses('ALTER TABLE', 'not implemented'),
    /^DATABASE_URL: this PostgreSQL \d+\S* has no stored generated columns \(not implemented\); /,
  ],
  [
    'what PostgreSQL 15 has',
    says('PostgreSQL 14.19 on x86_64-pc-linux-gnu, compiled by gcc', 140_019),
    /^DATABASE_URL: this is PostgreSQL 14\.19, and PostgreSQL 15 or newer is needed; [^.]+\.md [^.]+\.$/,
  ],
  [
    'everything, for it is another product',
    says('CockroachDB CCL v26.2.0 (x86_64-pc-linux-gnu, built 2026/05/04)', 130_000),
    /^DATABASE_URL: this is CockroachDB CCL v26\.2\.0, and PostgreSQL 15 or newer is needed; /,
  ],
])('an engine that lacks %s is refused in one sentence, and left as it was', async (_, statements, sentence) => {
  const { database } = await openNew(statements)
  await expect(assertEngineServes('DATABASE_URL', database, database)).rejects.toThrow(sentence)
  expect(await database.db.execute(`select from pg_class where relname like 'engine_probe%'`)).toMatchObject({
    rows: [],
  })
})

test('an address through which no notice is heard is refused, with what to set', async () => {
  const other = await createDatabase(inject('serverUrl'))
  onTestFinished(() => other.drop())
  const { database } = await openNew([], { pooled: { directUrl: other.url, keepsNames: true } })
  await expect(assertEngineServes('DATABASE_URL', database, database)).rejects.toThrow(
    /^DATABASE_URL: a notice \(NOTIFY\) sent through it is not heard; set DIRECT_DATABASE_URL to [^.]+\.$/,
  )
})

test('PostgreSQL serves, and is asked before the first migration alone', async () => {
  const { database, url } = await openNew([])
  await assertEngineServes('DATABASE_URL', database, database)
  await migrate(database)
  await onServer(url, refuses('CREATE TABLE', 'no'))
  await assertEngineServes('DATABASE_URL', database, database)
})

test.each(['create extension pg_trgm', 'create schema pgboss'])(
  'PostgreSQL serves also where another first start makes the same at that moment: %s',
  async (statement) => {
    const { database, url } = await openNew([])
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('begin')
    await other.query(statement)
    const commit = async () => {
      await expect.poll(() => askServer(url, waiting)).toHaveLength(1)
      await other.query('commit')
      await other.end()
    }
    await Promise.all([assertEngineServes('DATABASE_URL', database, database), commit()])
  },
)

test('two consoles start at once on a new database', async () => {
  for (let n = 0; n < 3; n += 1) {
    const { database, url } = await openNew([])
    const other = openPostgres(url)
    const start = async (opened: Database) => {
      await assertEngineServes('DATABASE_URL', opened, opened)
      await migrate(opened)
    }
    await Promise.all([database, other].map(start)).finally(() => other.close())
  }
})

test('an engine without transition tables takes every migration', async () => {
  const { database } = await openNew([
    `create function lacks() returns event_trigger language plpgsql as $$ begin
       if exists (select from pg_trigger where tgoldtable is not null or tgnewtable is not null) then
         raise 'REFERENCING clause is not supported' using errcode = '0A000';
       end if;
     end $$`,
    `create event trigger lacks on ddl_command_end when tag in ('CREATE TRIGGER') execute function lacks()`,
  ])
  await assertEngineServes('DATABASE_URL', database, database)
  expect(await migrate(database)).toBe(readMigrations().length)
})
