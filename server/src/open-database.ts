import { sql } from 'drizzle-orm'
import { bringDemoData } from './demo/make-demo-data.ts'
import { assertSecretFits } from './kit/auth/keys.ts'
import { type Database, openPostgres, rowsOf } from './kit/db/db.ts'
import { createRunTimeRole, grantRunTime, mayChangeTables, migrate, RUN_TIME_ROLE } from './kit/db/migrate.ts'
import { endFirstStart, openEmbedded } from './kit/postgres/embedded.ts'
import type { Config } from './kit/process/config.ts'
import { ConfigError } from './kit/process/config-error.ts'

/** Its owner migrates the database and leaves before anybody is served. */
export const openDatabase = (config: Config): Promise<Database> =>
  config.databaseUrl ? openServer(config, config.databaseUrl) : openOwn(config)

async function openOwn(config: Config): Promise<Database> {
  const owner = await openEmbedded(config.dataDir)
  await prepare(config, owner)
  await createRunTimeRole(owner)
  await grantRunTime(owner, RUN_TIME_ROLE)
  endFirstStart(config.dataDir)
  return owner.reopenAs(RUN_TIME_ROLE)
}

async function openServer(config: Config, url: string): Promise<Database> {
  const database = await connect('DATABASE_URL', url)
  const { migrateDatabaseUrl } = config
  const owner = migrateDatabaseUrl
    ? await connect('MIGRATE_DATABASE_URL', migrateDatabaseUrl, { unlimited: true })
    : openPostgres(url, { unlimited: true })
  if (migrateDatabaseUrl && (await identifyDatabase(database)) !== (await identifyDatabase(owner)))
    throw new ConfigError('MIGRATE_DATABASE_URL: it leads to another database than DATABASE_URL, and must not')
  await prepare(config, owner)
  if (migrateDatabaseUrl) await giveRunTime(database, owner)
  await owner.close()
  return database
}

async function identifyDatabase({ db }: Database): Promise<string | undefined> {
  const [row] = await rowsOf<{ place: string }>(
    db,
    sql`select current_database() || ' since ' || pg_postmaster_start_time() as place`,
  )
  return row?.place
}

async function giveRunTime(database: Database, owner: Database) {
  const [role] = await rowsOf<{ name: string }>(database.db, sql`select current_user as name`)
  if (await mayChangeTables(database))
    throw new ConfigError('DATABASE_URL: beside MIGRATE_DATABASE_URL its role must not own the tables')
  await grantRunTime(owner, role!.name)
}

/** Names the variable and the reason, without the password. */
async function connect(name: string, url: string, limits?: { unlimited: true }): Promise<Database> {
  const database = openPostgres(url, limits)
  await database.script('select 1').catch(async (error: Error) => {
    await database.close()
    // A name with several addresses fails once for each.
    const { message } = error instanceof AggregateError ? (error.errors[0] as Error) : error
    throw new ConfigError(`${name}: the database cannot be reached (${message}). Start it, or correct the address.`)
  })
  return database
}

async function prepare(config: Config, owner: Database) {
  await assertSecretFits(owner.db, config)
  await migrate(owner)
  await bringDemoData(config, owner)
}
