import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { readHead } from '../src/kit/audit/seals.ts'
import { verifyTrail } from '../src/kit/audit/verify-trail.ts'
import { isSameSecret, loadKeys, secretKeyFile } from '../src/kit/auth/keys.ts'
import { type Database, type Db, rowsOf } from '../src/kit/db/db.ts'
import { createFileStore, isFileName } from '../src/kit/files/files.ts'
import { openStorage, placeOf } from '../src/kit/files/storage.ts'
import {
  archiveFolders,
  type Base,
  findRestorePoint,
  NOTHING,
  recoverFrom,
  SECRET_KEY,
} from '../src/kit/postgres/archive.ts'
import { endFirstStart, openEmbedded, restoreMark } from '../src/kit/postgres/embedded.ts'
import type { Config } from '../src/kit/process/config.ts'
import { ConfigError, readArguments } from '../src/kit/process/config-error.ts'
import { letPass, postgresFolder } from '../src/kit/process/data-directory.ts'
import { countMissing } from '../src/sweep-files.ts'
import { onlyFile, runCommand, say, spellCommand } from './command.ts'
import { unpackBase } from './unpack-base.ts'

const USAGE = `Name the archive, and a moment unless it is its end: ${spellCommand('restore:time', 'ARCHIVE --to=2026-11-27T10:15:00Z')}`
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

function readMoment(to: string | undefined): Date | undefined {
  if (to === undefined) return undefined
  const moment = new Date(to)
  const [day = ''] = to.split('T')
  if (MOMENT.test(to) && !Number.isNaN(moment.getTime())) {
    // JavaScript takes 30 February for 2 March.
    if (new Date(day).toISOString().startsWith(day)) return moment
    throw new ConfigError(`--to: there is no ${day}. ${NOTHING}`)
  }
  throw new ConfigError(`--to: a moment with its zone, such as 2026-11-27T10:15:00Z\n${USAGE}`)
}

/** Where a restore that was cut off copied the uploads to; undefined without one. */
const readMark = (dataDir: string) =>
  existsSync(restoreMark(dataDir)) ? readFileSync(restoreMark(dataDir), 'utf8') : undefined

async function assertEmpty({ dataDir, storageUrl, secretKey, databaseUrl }: Config) {
  if (databaseUrl)
    throw new ConfigError(
      'DATABASE_URL: this restores the database that the console starts itself; a server is restored by its own tools (docs/backup.md).',
    )
  const begun = readMark(dataDir)
  if (begun === undefined && existsSync(postgresFolder(dataDir)))
    throw new ConfigError(`DATA_DIR: ${dataDir} holds a database. Restore into an empty directory.`)
  if (begun === undefined && !secretKey && existsSync(secretKeyFile(dataDir)))
    throw new ConfigError(`DATA_DIR: ${dataDir} already holds a key. Restore into an empty directory.`)
  if (storageUrl.protocol !== 'file:' || begun === storageUrl.href) return
  for await (const page of openStorage(storageUrl).list())
    if (page.length > 0) throw new ConfigError(`${placeOf(storageUrl)} is not empty. Restore into an empty folder.`)
}

/** The key beside the base, unless the console had it from SECRET_KEY. */
function readSecretKey({ secretKey }: Config, { folder }: Base): string {
  const file = join(folder, SECRET_KEY)
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (secretKey && stored && secretKey !== stored)
    throw new ConfigError('SECRET_KEY: the archive was made with another key. Unset it to keep the key of the archive.')
  const key = secretKey ?? stored
  if (!key)
    throw new ConfigError('SECRET_KEY: the console that made this archive had its key from there. Set the same.')
  return key
}

/** `begin` is called once nobody else can write into DATA_DIR. */
async function restoreDatabase(config: Config, archive: string, to: Date | undefined, begin: () => Promise<void>) {
  const point = findRestorePoint(archive, to)
  const { base, missing, baseless } = point
  const secretKey = readSecretKey(config, base)
  if (baseless && !to)
    throw new ConfigError(
      `The archive holds what was written after a restore (timeline ${baseless}), but no base since then. If that database runs, take one (${spellCommand('backup:base', '--days=7')}); else choose a moment before that restore, with --to. ${NOTHING}`,
    )
  if (baseless) say(`What was written after the last restore (timeline ${baseless}) has no base and is left out.`)
  if (missing && !to) throw lacks(missing)
  const segments = `${point.segments.toLocaleString('en-US')} ${point.segments === 1 ? 'segment' : 'segments'}`
  say(`The base of ${base.at.toISOString()} and ${segments} of the log …`)
  const database = await openEmbedded(
    config.dataDir,
    async (data, account) => {
      await begin()
      for (const folder of [archive, archiveFolders(archive).wal]) letPass('The archive', folder, account, 'copy it')
      await unpackBase(base, data, account)
      return recoverFrom(archive, to)
    },
    true,
  ).catch((error: Error) => {
    throw explain(error, to, missing)
  })
  return { database, secretKey, base }
}

const lacks = (segment: string) =>
  new ConfigError(
    `The archive lacks ${segment} of its log. Choose a moment before that was written, with --to. ${NOTHING}`,
  )

/** What PostgreSQL said, in a sentence for who restores. */
function explain(error: Error, to: Date | undefined, missing: string | undefined): Error {
  const { message } = error
  const [, broken] = /could not restore file "(\w+)"/.exec(message) ?? []
  if (broken) return new ConfigError(`${broken} of the log is damaged, or cannot be read. ${NOTHING}`)
  if (!to || !/recovery ended before|WAL ends before|could not locate/.test(message)) return error
  if (missing) return lacks(missing)
  const [, last] = /last completed transaction was at log time (\S+ \S+)/.exec(message) ?? []
  const end = last ? `ends with what was written at ${new Date(`${last}Z`).toISOString()}` : 'ends with its base'
  return new ConfigError(
    `--to: the archive ${end}. While the console runs, wait a minute and try again. Otherwise choose an earlier moment, or leave --to out. ${NOTHING}`,
  )
}

/** The uploads that were copied. */
const kept = new Set<string>()

/** From the archive, unless an object store keeps them. */
async function restoreUploads({ storageUrl }: Config, archive: string, db: Db) {
  const to = openStorage(storageUrl)
  const copy = async () => {
    const from = createFileStore(openStorage(pathToFileURL(archiveFolders(archive).uploads)))
    for await (const page of from.list()) {
      for (const { name } of page.filter((file) => isFileName(file.name))) {
        kept.add(name)
        await to.put(name, await from.read(name))
      }
    }
  }
  if (storageUrl.protocol === 'file:') await copy()
  say(`${kept.size.toLocaleString('en-US')} uploaded files`)
  const missing = await countMissing(db, to)
  if (missing > 0) say(`${missing.toLocaleString('en-US')} uploaded files that rows name are not there.`)
}

async function assertSameKey(config: Config, { db }: Database) {
  if (await isSameSecret(db, loadKeys(config))) return
  throw new ConfigError(`SECRET_KEY: the console that made this archive had another key. Set that one. ${NOTHING}`)
}

async function report(config: Config, database: Database, base: Base, to: Date | undefined) {
  const keys = loadKeys(config)
  const [row] = await rowsOf<{ at: Date | string | null }>(
    database.db,
    sql`select pg_last_xact_replay_timestamp() as at`,
  )
  const { ok, entries, brokenAt, problem } = await verifyTrail(database, keys)
  const { number: seals } = (await readHead(database.db, keys.audit)) ?? { number: 0 }
  const end = to ? 'the last transaction before that moment' : 'the end of the archive'
  say(`Restored to ${new Date(row?.at ?? base.at).toISOString()}, ${end}.`)
  const count = (some: number) => some.toLocaleString('en-US')
  if (ok) return say(`The audit trail is whole: ${count(entries)} entries, ${count(seals)} seals. Start the console.`)
  say(`The audit trail does not fit at its entry ${brokenAt} (${problem}).`)
  process.exitCode = 1
}

/** It was empty before, so that it may be tried again. */
function empty({ dataDir, secretKey, storageUrl }: Config) {
  // PostgreSQL may still write there for a moment.
  rmSync(postgresFolder(dataDir), { recursive: true, force: true, maxRetries: 10 })
  if (!secretKey) rmSync(secretKeyFile(dataDir), { force: true })
  // An upload that is being copied is a draft.
  const copied = (name: string) => kept.has(name) || name.endsWith('.part')
  const uploads = placeOf(storageUrl)
  if (existsSync(uploads))
    for (const name of readdirSync(uploads).filter(copied)) rmSync(join(uploads, name), { recursive: true })
  endFirstStart(dataDir)
  rmSync(restoreMark(dataDir), { force: true })
}

/** What a restore that was killed left is removed first. */
async function beginRestore(config: Config) {
  // Another restore may have ended since.
  await assertEmpty(config)
  if (readMark(config.dataDir) !== undefined) empty(config)
  writeFileSync(restoreMark(config.dataDir), config.storageUrl.href, { flush: true })
}

/** The state of any second into an empty DATA_DIR (docs/backup.md). */
await runCommand(async (config) => {
  const { positionals, values } = readArguments(USAGE, {
    allowPositionals: true,
    options: { to: { type: 'string' } },
  })
  const archive = onlyFile(USAGE, positionals)
  const to = readMoment(values.to)
  if (!existsSync(archive)) throw new ConfigError(`${archive} does not exist`)
  await assertEmpty(config)
  let opened: Database | undefined
  let isOurs = false
  const begin = async () => {
    await beginRestore(config)
    isOurs = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      if (isOurs) {
        empty(config)
        say(NOTHING)
      }
      process.exit(128 + constants.signals[signal])
    })
  try {
    const { database, secretKey, base } = await restoreDatabase(config, archive, to, begin)
    opened = database
    if (!config.secretKey) writeFileSync(secretKeyFile(config.dataDir), secretKey, { mode: 0o600, flag: 'wx' })
    await assertSameKey(config, database)
    await restoreUploads(config, archive, database.db)
    await report(config, database, base, to)
    endFirstStart(config.dataDir)
    rmSync(restoreMark(config.dataDir))
    isOurs = false
    await database.close()
  } catch (error) {
    await opened?.close()
    if (isOurs) empty(config)
    throw error
  }
})
