import { sql } from 'drizzle-orm'
import { claimDatabase, type Keys, loadKeys } from '../src/kit/auth/keys.ts'
import { type Database, openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { findRunning } from '../src/kit/postgres/embedded.ts'
import type { Config } from '../src/kit/process/config.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { openDatabase } from '../src/open-database.ts'

export interface Owned {
  /** As the owner of the tables. */
  url: string
  keys: Keys
  /** Nobody but the console works with it, and it runs on this machine. */
  isOwn: boolean
}

/** The database that DATABASE_URL or DATA_DIR names, made and migrated where it is new, beside a running console too. */
export async function withOwner<T>(config: Config, work: (owned: Owned) => Promise<T>): Promise<T> {
  const running = config.databaseUrl ? undefined : await findRunning(config.dataDir)
  if (running) {
    const database = openPostgres(running.url)
    const isKnown = await hasRegistry(database).finally(() => database.close())
    if (!isKnown) {
      running.leave()
      throw new ConfigError('The running console is older than this one. Restart it, then import.')
    }
    return work({ url: running.url, keys: loadKeys(config), isOwn: true }).finally(running.leave)
  }
  // Demo data is the first start's to make.
  const database = await openDatabase({ ...config, demoData: false })
  try {
    const keys = loadKeys(config)
    await claimDatabase(database.db, keys)
    if (config.ownerDatabaseUrl) return await work({ url: config.ownerDatabaseUrl, keys, isOwn: false })
    const own = await findRunning(config.dataDir)
    return await work({ url: own!.url, keys, isOwn: true }).finally(own!.leave)
  } finally {
    await database.close()
  }
}

const hasRegistry = async ({ db }: Database) =>
  (await rowsOf<{ known: boolean }>(db, sql`select to_regclass('irs_sources') is not null as known`))[0]!.known
