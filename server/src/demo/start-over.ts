import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../kit/db/db.ts'
import { MIGRATION_LOCK, migrate, readMigrations } from '../kit/db/migrate.ts'
import { ConfigError } from '../kit/process/config-error.ts'

/** Those that the migrations make. */
const ourTables = () =>
  readMigrations().flatMap((migration) =>
    [...migration.sql.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)].map(([, name]) => name!),
  )

/**
 * Empties a database that holds half of the demo data: nobody was served from it. All goes that the migrations made, and
 * they make it again; whatever else is there was somebody's before us, and then nothing goes.
 */
export async function startOver(owner: Database): Promise<void> {
  const tables = await rowsOf<{ name: string }>(
    owner.db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  // `_next` is what an import of the IRS's files was filling.
  const ours = new Set([...ourTables(), 'schema_migrations'])
  const others = tables.filter(({ name }) => !ours.has(name.replace(/_next$/, '')))
  if (others.length > 0)
    throw new ConfigError(
      `DATABASE_URL: this database holds demo data that was not finished, beside what is not ours (${others[0]!.name}). Drop the database, create it anew and start again.`,
    )
  await owner.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const drops = await rowsOf<{ words: string }>(tx, DROPS)
    for (const { words } of drops) await tx.execute(sql.raw(words))
  })
  await migrate(owner)
}

/** Of extensions nothing. */
const DROPS = sql`
  select 'drop schema if exists pgboss cascade' as words
  union all select format('drop table if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  union all select format('drop sequence if exists %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'
  union all select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`
