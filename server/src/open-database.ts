import { sql } from 'drizzle-orm'
import { bringDemoData } from './demo/make-demo-data.ts'
import { assertSecretFits } from './kit/auth/keys.ts'
import { type Database, type Opening, openPostgres, rowsOf } from './kit/db/db.ts'
import { assertEngineServes } from './kit/db/engine.ts'
import { createRunTimeRole, grantRunTime, mayChangeTables, migrate, RUN_TIME_ROLE } from './kit/db/migrate.ts'
import { isRefusedByPooler, keepsNames, limitRole, obeysOpening } from './kit/db/pooler.ts'
import { archiveTo } from './kit/postgres/archive.ts'
import { endFirstStart, openEmbedded } from './kit/postgres/embedded.ts'
import type { Config } from './kit/process/config.ts'
import { ConfigError } from './kit/process/config-error.ts'

/** Its owner migrates the database and leaves before anybody is served. */
export const openDatabase = (config: Config): Promise<Database> =>
  config.databaseUrl ? openServer(config, config.databaseUrl) : openOwn(config)

async function openOwn(config: Config): Promise<Database> {
  const owner = await openEmbedded(config.dataDir, archiveTo(config.walArchiveDir))
  await prepare(config, owner)
  await createRunTimeRole(owner)
  await grantRunTime(owner, RUN_TIME_ROLE)
  endFirstStart(config.dataDir)
  return owner.reopenAs(RUN_TIME_ROLE)
}

async function openServer(config: Config, url: string): Promise<Database> {
  const { directDatabaseUrl, migrateDatabaseUrl, readDatabaseUrl } = config
  const direct = directDatabaseUrl ? await connect('DIRECT_DATABASE_URL', directDatabaseUrl, UNTIMED) : undefined
  // Before a connection is made that would be kept without.
  if (direct) await limitRole(direct)
  const pooled = directDatabaseUrl ? { directUrl: directDatabaseUrl, keepsNames: await keepsNames(url) } : undefined
  const replica = readDatabaseUrl
    ? { url: readDatabaseUrl, keepsNames: !pooled || (await keepsNames(readDatabaseUrl)) }
    : undefined
  const database = await connect('DATABASE_URL', url, { pooled, replica })
  if (readDatabaseUrl) await assertReplica(readDatabaseUrl, database, { pooled })
  if (direct) await assertSame('DIRECT_DATABASE_URL', direct, database, 'role')
  const migrator = migrateDatabaseUrl ? await connect('MIGRATE_DATABASE_URL', migrateDatabaseUrl, UNTIMED) : undefined
  if (migrator) await assertSame('MIGRATE_DATABASE_URL', migrator, database, 'database')
  const owner = migrator ?? direct ?? openPostgres(url, UNTIMED)
  await assertEngineServes(migrateDatabaseUrl ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL', owner, database)
  await prepare(config, owner)
  if (migrator) await giveRunTime(database, migrator)
  await Promise.all(new Set([owner, direct]).values().map((opened) => opened?.close()))
  return database
}

const UNTIMED = { unlimited: true }

/** Refuses an address that leads elsewhere than DATABASE_URL, or as somebody else. */
async function assertSame(name: string, opened: Database, database: Database, what: 'database' | 'role') {
  const [one, other] = await Promise.all([opened, database].map(identify))
  if (one?.place !== other?.place)
    throw new ConfigError(`${name}: it leads to another database than DATABASE_URL, and must not`)
  if (what === 'role' && one?.role !== other?.role)
    throw new ConfigError(`${name}: its role is ${one?.role}, and must be that of DATABASE_URL (${other?.role})`)
}

const identify = async ({ db }: Database) => {
  const [row] = await rowsOf<{ place: string; role: string }>(
    db,
    sql`select current_database() || ' since ' || pg_postmaster_start_time() as place, current_user as role`,
  )
  return row
}

/** A replica that is away is not waited for, and is read once it is there. One of something else would be read as the truth. */
async function assertReplica(url: string, database: Database, opening: Opening) {
  const replica = openPostgres(url, opening)
  try {
    const one = await identifySystem(replica).catch(({ cause }) => {
      if (isRefusedByPooler(cause)) throw new ConfigError(`READ_DATABASE_URL: ${SHARED_BY_POOLER}`)
    })
    if (one && one !== (await identifySystem(database)))
      throw new ConfigError('READ_DATABASE_URL: it leads to no replica of DATABASE_URL, and must')
    if (one && !opening.pooled && !(await obeysOpening(replica, opening)))
      throw new ConfigError(`READ_DATABASE_URL: ${SHARED_BY_POOLER}`)
  } finally {
    await replica.close()
  }
}

const identifySystem = async ({ db }: Database) => {
  const [row] = await rowsOf<{ system: string }>(
    db,
    sql`select current_database() || ' of ' || system_identifier as system from pg_control_system()`,
  )
  return row?.system
}

async function giveRunTime(database: Database, owner: Database) {
  const [role] = await rowsOf<{ name: string }>(database.db, sql`select current_user as name`)
  if (await mayChangeTables(database))
    throw new ConfigError('DATABASE_URL: beside MIGRATE_DATABASE_URL its role must not own the tables')
  await grantRunTime(owner, role!.name)
}

/** Names the variable and the reason, without the password. */
async function connect(name: string, url: string, opening: Opening): Promise<Database> {
  const database = openPostgres(url, opening)
  const refuse = async (words: string) => {
    await database.close()
    throw new ConfigError(`${name}: ${words}`)
  }
  await database.script('select 1').catch((error: Error) => {
    // A name with several addresses fails once for each.
    const cause = error instanceof AggregateError ? (error.errors[0] as Error) : error
    return refuse(
      isRefusedByPooler(cause)
        ? SHARED_BY_POOLER
        : `the database cannot be reached (${cause.message}). Start it, or correct the address.`,
    )
  })
  if (!opening.pooled && !(await obeysOpening(database, opening))) await refuse(SHARED_BY_POOLER)
  return database
}

const SHARED_BY_POOLER =
  'it leads through a pooler, which may stand before DATABASE_URL and READ_DATABASE_URL alone; set DIRECT_DATABASE_URL to the address of the database itself.'

async function prepare(config: Config, owner: Database) {
  await assertSecretFits(owner.db, config)
  await migrate(owner)
  await bringDemoData(config, owner)
}
