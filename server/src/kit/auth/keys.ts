import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, readSetting, rowsOf, settings } from '../db/db.ts'
import type { Config } from '../process/config.ts'
import { ConfigError } from '../process/config-error.ts'
import { makeDataDirectory } from '../process/data-directory.ts'

/** One key for each purpose, all derived from one secret that is never in the database. */
export interface Keys {
  session: Buffer
  pepper: Buffer
  audit: Buffer
  deviceIds: Buffer
  refresh: Buffer
  unsubscribe: Buffer
  /** Identifies the secret in the database without telling anything of it. */
  fingerprint: string
}

type Secret = Pick<Config, 'secretKey' | 'dataDir' | 'databaseUrl' | 'production'>

/** Undefined where no secret was made yet. */
const findSecret = ({ secretKey, dataDir }: Secret) => secretKey ?? storedSecret(dataDir)

/** SECRET_KEY, or a random key stored in DATA_DIR. Instances that share a database must share SECRET_KEY. */
export const loadKeys = (settings: Secret): Keys => deriveKeys(findSecret(settings) ?? newSecret(settings))

function deriveKeys(secret: string): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'hikmah-console', purpose, 32))
  return {
    session: key('session'),
    pepper: key('pepper'),
    audit: key('audit'),
    deviceIds: key('device-ids'),
    refresh: key('refresh'),
    unsubscribe: key('unsubscribe'),
    fingerprint: key('fingerprint').toString('hex'),
  }
}

const MIN_SECRET_LENGTH = 32

export const secretKeyFile = (dataDir: string) => join(dataDir, 'secret.key')

function storedSecret(dataDir: string): string | undefined {
  const file = secretKeyFile(dataDir)
  if (!existsSync(file)) return undefined
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < MIN_SECRET_LENGTH)
    throw new ConfigError(`SECRET_KEY: ${file} is cut off. Put the whole key back; a backup holds it.`)
  return secret
}

function newSecret({ dataDir, databaseUrl, production }: Secret): string {
  // The next instance would make another secret, which the database would refuse.
  if (databaseUrl && production)
    throw new ConfigError('SECRET_KEY: set it beside DATABASE_URL, the same for every instance')
  const secret = randomBytes(32).toString('hex')
  makeDataDirectory(dataDir, 0o700)
  writeFileSync(secretKeyFile(dataDir), secret, { mode: 0o600, flag: 'wx', flush: true })
  return secret
}

const FINGERPRINT = 'secret-key-fingerprint'
const OTHER_KEY =
  'SECRET_KEY: this database was first started with another key. Start with that one; a backup holds it.'

/** Refuses another or a missing key before anything is written: a new key would pass at the next start. */
export async function assertSecretFits(db: Db, config: Secret): Promise<void> {
  const [row] = await rowsOf<{ isThere: boolean }>(db, sql`select to_regclass('settings') is not null as "isThere"`)
  if (!row?.isThere) return
  const secret = findSecret(config)
  if (secret !== undefined && !(await isSameSecret(db, deriveKeys(secret)))) throw new ConfigError(OTHER_KEY)
  if (secret === undefined && (await readSetting(db, FINGERPRINT)) !== undefined)
    throw new ConfigError(
      `SECRET_KEY: the key that this database was first started with is missing. Put it back as ${secretKeyFile(config.dataDir)}, or set it; a backup holds it.`,
    )
}

export async function isSameSecret(db: Db, { fingerprint }: Keys): Promise<boolean> {
  const stored = await readSetting(db, FINGERPRINT)
  return stored === undefined || stored === fingerprint
}

/** Ties a new database to its secret, since another would break the audit chain. */
export async function claimDatabase(db: Db, keys: Keys): Promise<void> {
  await db.insert(settings).values({ key: FINGERPRINT, value: keys.fingerprint }).onConflictDoNothing()
  if (!(await isSameSecret(db, keys))) throw new ConfigError(OTHER_KEY)
}

export const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')
