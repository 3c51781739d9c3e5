import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { ConfigError } from '../process/config-error.ts'
import { projectRoot } from '../process/project-root.ts'
import { type Database, rowsOf } from './db.ts'

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
 * Brings the database up to date. Forward only; each file in its own transaction under an advisory lock, so that
 * several instances may start at once. Refuses to go on when an applied file was changed.
 */
export async function migrate(database: Database, migrations = readMigrations()): Promise<number> {
  await database
    .script(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    .catch(ignoreRace)
  let applied = 0
  for (const migration of migrations) {
    applied += await database.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      const [known] = await rowsOf<{ checksum: string }>(
        tx,
        sql`select checksum from schema_migrations where name = ${migration.name}`,
      )
      if (known) {
        if (known.checksum !== migration.checksum) {
          throw new ConfigError(
            `${migration.name} was changed after it was applied to this database. Use the version that applied it, or an empty database.`,
          )
        }
        return 0
      }
      for (const statement of statementsOf(migration.sql)) await tx.execute(sql.raw(statement))
      await tx.execute(
        sql`insert into schema_migrations (name, checksum) values (${migration.name}, ${migration.checksum})`,
      )
      return 1
    })
  }
  return applied
}

/** `create table if not exists` of two instances at the very same moment can still collide (23505). */
function ignoreRace(error: unknown) {
  const code = (error as { code?: string }).code
  if (code !== '23505' && code !== '42P07') throw error
}

/** Statements are parted by a line that holds only `--;`, because function bodies hold semicolons. */
const statementsOf = (text: string) =>
  text
    .split(/^--;$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)

/** For readiness: whether every migration of this build is in the database. */
export async function isMigrated(database: Database): Promise<boolean> {
  const names = await rowsOf<{ name: string }>(database.db, sql`select name from schema_migrations`)
  const applied = new Set(names.map((row) => row.name))
  return NAMES.every((name) => applied.has(name))
}
