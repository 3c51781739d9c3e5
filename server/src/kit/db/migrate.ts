import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ConfigError } from '../process/config-error.ts'
import { projectRoot } from '../process/project-root.ts'
import { type Database, type Db, rowsOf } from './db.ts'

const MIGRATIONS = join(projectRoot, 'server/migrations')
export const MIGRATION_LOCK = 748_200

export interface Migration {
  name: string
  sql: string
  checksum: string
}

const NAMES = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .sort()

export const readMigrations = (): Migration[] =>
  NAMES.map((name) => {
    const text = readFileSync(join(MIGRATIONS, name), 'utf8')
    return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') }
  })

/**
 * A file that begins with this line holds what PostgreSQL refuses in a transaction, such as `create index concurrently`.
 * Each of its statements can be run again, as `if not exists` can.
 */
const NO_TRANSACTION = '-- without a transaction'

/** It made what counts rows anew, a trigger per row in place of three that read transition tables. */
const COUNTS_ANEW = '0101_triggers_per_row.sql'
/** What counted before. A new database, without a row to count, needs none of it, and not every engine could make it. */
const COUNTS_BEFORE =
  /^(?:--.*\n)*(?:(?:create|drop) trigger \w+_(?:counted|summed|days)_(?:insert|update|delete)\b|select create_list\()/

/** A change of a table that waits for its lock makes every later write of that table wait behind it. */
const LOCK_WAIT_MS = 300
const LOCK_NOT_AVAILABLE = '55P03'
const TRY_AGAIN_MS = 1000
const GIVE_UP_MS = 300_000

/**
 * Forward only, each file in a transaction under a lock, while the version before may still serve: see decision 057.
 * Refuses if an applied file was changed since.
 */
export async function migrate(database: Database, migrations = readMigrations()): Promise<number> {
  await database
    .script(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    .catch(ignoreRace)
  const isCountedBefore =
    migrations.every(({ name }) => name !== COUNTS_ANEW) ||
    (await rowsOf(database.db, sql`select from pg_trigger where tgname = 'invites_counted_insert'`)).length > 0
  let applied = 0
  for (const { name, ...rest } of migrations) {
    const statements = splitStatements(rest.sql).filter(
      (text) => isCountedBefore || name > COUNTS_ANEW || !COUNTS_BEFORE.test(text),
    )
    applied += await onceUnlocked(name, () => apply(database, { name, ...rest }, statements))
  }
  await renewOrderOfNames(database)
  return applied
}

const TURN_MS = 100

/**
 * Works in a transaction, one process at a time. The others wait outside of one: an index that is built meanwhile waits
 * for every transaction that began before.
 */
export async function inTurn<T>(database: Database, work: (tx: Db) => Promise<T>, lock = MIGRATION_LOCK): Promise<T> {
  for (;;) {
    const turn = await database.transaction(async (tx) => {
      // Without values it leaves no snapshot behind, for which an index being built would wait.
      const taken = await rowsOf<{ isMine: boolean }>(
        tx,
        sql.raw(`select pg_try_advisory_xact_lock(${lock}) as "isMine"`),
      )
      return taken[0]?.isMine ? { result: await work(tx) } : undefined
    })
    if (turn) return turn.result
    await setTimeout(TURN_MS)
  }
}

async function apply(database: Database, { name, sql: text, checksum }: Migration, statements: string[]) {
  return inTurn(database, async (tx) => {
    const [appliedFile] = await rowsOf<{ checksum: string }>(
      tx,
      sql`select checksum from schema_migrations where name = ${name}`,
    )
    if (appliedFile) {
      if (appliedFile.checksum !== checksum) {
        throw new ConfigError(
          `${name} was changed after it was applied to this database. Use the version that applied it, or an empty database.`,
        )
      }
      return 0
    }
    // Without values, it also lets go of the snapshot of the question before, for which an index being built would wait.
    await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT_MS}ms'`))
    if (text.startsWith(NO_TRANSACTION)) {
      await dropUnfinishedIndexes(database)
      for (const statement of statements) await database.script(statement)
    } else {
      for (const statement of statements) await tx.execute(sql.raw(statement))
    }
    await tx.execute(sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`)
    return 1
  })
}

/** Tries again, with pauses that let the waiting writes pass, while others hold the tables. */
async function onceUnlocked<T>(name: string, work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + GIVE_UP_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
      if (Date.now() > giveUpAt)
        throw new ConfigError(
          `${name}: its tables were in use for five minutes. End long transactions, and start again.`,
        )
      await setTimeout(TRY_AGAIN_MS * (0.5 + Math.random()))
    }
  }
}

export const codeOf = (error: unknown) => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return code ?? cause?.code
}

/** An index whose building was interrupted stays, is kept up by every write and serves no query. */
async function dropUnfinishedIndexes(database: Database): Promise<void> {
  const indexes = await rowsOf<{ statement: string }>(
    database.db,
    sql`select format('drop index concurrently %s', indexrelid::regclass) as statement
        from pg_index join pg_class on pg_class.oid = indexrelid
        where not indisvalid and relnamespace = 'public'::regnamespace`,
  )
  for (const { statement } of indexes) await database.script(statement)
}

/**
 * The order of names is that of a version of ICU. Once PostgreSQL comes with another, their indexes are rebuilt, while
 * they serve.
 */
async function renewOrderOfNames(database: Database): Promise<void> {
  await inTurn(database, async (tx) => {
    const indexes = await rowsOf<{ statement: string }>(
      tx,
      sql`select format('reindex index concurrently %s', i.indexrelid::regclass) as statement
          from pg_collation c join pg_index i on c.oid = any (i.indcollation)
          where c.collname = 'names' and c.collversion <> pg_collation_actual_version(c.oid)`,
    )
    if (indexes.length === 0) return
    for (const { statement } of indexes) await database.script(statement)
    await tx.execute(sql`alter collation names refresh version`)
  })
}

/** Two simultaneous `create table if not exists` can still collide (23505). */
function ignoreRace(error: unknown) {
  const code = codeOf(error)
  if (code !== '23505' && code !== '42P07') throw error
}

/** A line `--;` separates statements, because function bodies hold semicolons. */
const splitStatements = (text: string) =>
  text
    .split(/^--;$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)

export async function isMigrated(database: Database): Promise<boolean> {
  const names = await rowsOf<{ name: string }>(database.db, sql`select name from schema_migrations`)
  const applied = new Set(names.map((row) => row.name))
  return NAMES.every((name) => applied.has(name))
}

export const RUN_TIME_ROLE = 'hikmah_console'

/**
 * Grants what serving needs: reading and writing rows, only adding in append-only tables, and the schema of pg-boss,
 * which migrates itself. The owner keeps the tables, so nobody who serves can change them, disable their triggers or
 * empty them. Runs at every start, as a migration may have added a table.
 */
export async function grantRunTime(owner: Database, role: string): Promise<void> {
  await inTurn(owner, async (tx) => {
    for (const statement of [...(await grants(tx, role)), ...(await handOverJobs(tx, role))]) {
      await tx.execute(sql.raw(statement))
    }
  }).catch((error: { cause?: { code?: string } }) => {
    if (error.cause?.code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new ConfigError(
      `MIGRATE_DATABASE_URL: its role must own the tables and be a member of ${role} (grant ${role} to …)`,
    )
  })
}

const INSUFFICIENT_PRIVILEGE = '42501'
/** A bit of `tgtype`. */
const ON_DELETE = 8

export async function createRunTimeRole(owner: Database): Promise<void> {
  const roles = await rowsOf(owner.db, sql`select from pg_roles where rolname = ${RUN_TIME_ROLE}`)
  if (roles.length === 0) await owner.script(`create role ${RUN_TIME_ROLE} login`)
}

/** Who can change the tables can change the audit trail. */
export async function mayChangeTables({ db }: Database): Promise<boolean> {
  const [row] = await rowsOf<{ may: boolean }>(
    db,
    sql`select pg_has_role(current_user, relowner, 'member') as may from pg_class where oid = 'audit_entries'::regclass`,
  )
  return row?.may ?? true
}

/** A trigger makes a table append-only. One with a condition lets old rows be deleted. */
async function grants(tx: Db, role: string): Promise<string[]> {
  const [names] = await rowsOf<{ role: string; tables: string; forever: string }>(
    tx,
    sql`select quote_ident(${role}::text) as role, string_agg(distinct tgrelid::regclass::text, ', ') as tables,
          string_agg(distinct tgrelid::regclass::text, ', ') filter (where tgtype & ${ON_DELETE} <> 0 and tgqual is null)
            as forever
        from pg_trigger where tgfoid = 'refuse_change'::regproc`,
  )
  const to = names!.role
  return [
    `grant usage on schema public to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `grant usage on all sequences in schema public to ${to}`,
    `revoke update on ${names!.tables} from ${to}`,
    `revoke delete on ${names!.forever} from ${to}`,
    `revoke insert, update, delete on schema_migrations from ${to}`,
    `grant usage, create on schema pgboss to ${to}`,
  ]
}

/** The next migration of pg-boss could not change what another role owns. */
const handOverJobs = async (tx: Db, role: string): Promise<string[]> =>
  (
    await rowsOf<{ statement: string }>(
      tx,
      sql`select format('alter %s owner to %I', thing, ${role}::text) as statement from (
            select 'table ' || oid::regclass as thing, relowner as owner from pg_class
            where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p')
            union all select 'function ' || oid::regprocedure, proowner from pg_proc
            where pronamespace = 'pgboss'::regnamespace
            union all select 'type ' || oid::regtype, typowner from pg_type
            where typnamespace = 'pgboss'::regnamespace and typtype = 'e'
          ) made where owner <> (select oid from pg_roles where rolname = ${role})`,
    )
  ).map(({ statement }) => statement)
