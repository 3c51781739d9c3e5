import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { UNLIMITED } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { ConfigError } from '../process/config-error.ts'
import { letPass, type ServiceAccount } from '../process/data-directory.ts'
import type { Launch } from './server.ts'

/** What is written is in the archive after so many seconds at most, and the moment that its copy takes. */
const ARCHIVE_WITHIN_S = 60
const SEGMENT_BYTES = 2 ** 24
const SEGMENTS_PER_LOG = 2 ** 32 / SEGMENT_BYTES

/** `wal` holds each segment of the log, `bases` the copies of the data folder that they are replayed on. */
export const archiveFolders = (archive: string) => ({
  wal: join(archive, 'wal'),
  bases: join(archive, 'bases'),
  uploads: join(archive, 'uploads'),
})

/** What is there already is never written over: it is the same, or the command fails and is tried again. */
const ARCHIVE_COMMAND = `f="$WAL_ARCHIVE/%f.gz"
if test -e "$f"; then gzip -dc "$f" | cmp -s - "%p"
else gzip -1 <"%p" >"$f.part" && sync "$f.part" && mv "$f.part" "$f" && sync "$WAL_ARCHIVE"
fi`

/** 1 says that there is no more; after 127 PostgreSQL gives up. */
const RESTORE_COMMAND = `f="$WAL_ARCHIVE/%f.gz"; test -e "$f" || exit 1; gzip -dc "$f" >"%p" || exit 127`

/** Makes the folders of the archive, and refuses one of another database. */
export const archiveTo = (archive: string | undefined) => (data: string, account: ServiceAccount) =>
  archive ? beginArchiving(archive, data, account) : {}

function beginArchiving(archive: string, data: string, account: ServiceAccount): Launch {
  const { wal, bases } = archiveFolders(archive)
  mkdirSync(archive, { recursive: true, mode: 0o700 })
  letPass('WAL_ARCHIVE_DIR', archive, account, 'unset this')
  assertOwnArchive(archive, data)
  for (const folder of [wal, bases]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid!)
  }
  claimTimeline(wal, data)
  archiveHistories(data, account)
  return {
    settings: {
      archive_mode: 'on',
      archive_command: ARCHIVE_COMMAND,
      archive_timeout: String(ARCHIVE_WITHIN_S),
    },
    env: { WAL_ARCHIVE: wal },
  }
}

/** Refuses an archive of another database, and one that a restore of this database has gone on in since. */
export function assertOwnArchive(archive: string, data: string) {
  const base = readBases(archive).at(-1)
  if (base && base.system !== readSystem(data)) {
    throw new ConfigError(
      `WAL_ARCHIVE_DIR: ${archive} holds another database than DATA_DIR. Restore that one (restore:time), or choose an empty folder.`,
    )
  }
  const { wal } = archiveFolders(archive)
  const marks = marksOf(wal, data)
  if (marks?.archived !== undefined && marks.archived !== marks.own) throw restoredSince()
  const archived = newestHistory(wal, '.history.gz')
  if (!archived) return
  const own = newestHistory(join(data, 'pg_wal'), '.history')
  const isOwn =
    archived === own &&
    gunzipSync(readFileSync(join(wal, `${archived}.history.gz`))).equals(
      readFileSync(join(data, 'pg_wal', `${own}.history`)),
    )
  if (isOwn || (own && own > archived)) return
  throw restoredSince()
}

const restoredSince = () =>
  new ConfigError(
    'WAL_ARCHIVE_DIR: the archive was restored since and belongs to another database now. Use a new folder.',
  )

const readMark = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Two copies that were restored to the same moment have the same history; this is what tells them apart. */
function marksOf(wal: string, data: string) {
  const timeline = newestHistory(join(data, 'pg_wal'), '.history')
  // Before a restore there are no two; a first start that is begun anew would not know the mark of the one before.
  if (!timeline) return undefined
  const file = join(wal, `${timeline}.mark`)
  // Beside the data folder, so that no base has it.
  const ownFile = join(dirname(data), 'archive.mark')
  return { file, archived: readMark(file), ownFile, own: readMark(ownFile) }
}

/** Also of a database that archived before there were marks. */
function claimTimeline(wal: string, data: string) {
  const marks = marksOf(wal, data)
  if (!marks || marks.archived !== undefined) return
  const own = marks.own ?? newId()
  // A start that is killed between the two finds its own again.
  for (const file of [marks.ownFile, marks.file]) {
    writeFileSync(`${file}.part`, own, { mode: 0o600, flush: true })
    renameSync(`${file}.part`, file)
    syncFolder(dirname(file))
  }
}

/** Each restore begins a timeline, and leaves a file that names it. */
function newestHistory(folder: string, ending: string): string | undefined {
  if (!existsSync(folder)) return undefined
  return readdirSync(folder)
    .filter((name) => /^[\dA-F]{8}\./.test(name) && name.slice(8) === ending)
    .map((name) => name.slice(0, 8))
    .sort()
    .at(-1)
}

/** PostgreSQL archives these at the end of a recovery, where the archive is not set; without them a later one could take the same number. */
function archiveHistories(data: string, account: ServiceAccount) {
  const wal = join(data, 'pg_wal')
  if (!existsSync(wal)) return
  for (const name of readdirSync(wal).filter((each) => each.endsWith('.history'))) {
    const status = join(wal, 'archive_status', name)
    if (existsSync(`${status}.done`) || existsSync(`${status}.ready`)) continue
    writeFileSync(`${status}.ready`, '', { mode: 0o600 })
    if (account.uid !== undefined) chownSync(`${status}.ready`, account.uid, account.gid!)
  }
}

/** The number that PostgreSQL gave the database when it was made; undefined where there is none. */
function readSystem(data: string): string | undefined {
  const file = join(data, 'global/pg_control')
  return existsSync(file) ? String(readFileSync(file).readBigUInt64LE(0)) : undefined
}

export interface Base {
  folder: string
  /** Each second from this one on can be restored with it. */
  at: Date
  system: string
  /** Of the first segment that it needs. */
  timeline: number
  segment: number
}

const baseName = (at: Date) => at.toISOString().replace(/\.\d+/, '').replaceAll(':', '')
const BASE_NAME = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z$/
const UNFINISHED = 'unfinished'
/** What a base is called while it is removed, since one that lost a part is no base. */
const REMOVED = '.removed'

/** The oldest first. Those that are damaged are left out, unless they are all that there is or the one of `needed`. */
export function readBases(archive: string, needed?: Date): Base[] {
  const { bases } = archiveFolders(archive)
  if (!existsSync(bases)) return []
  const found = readdirSync(bases)
    .filter((name) => BASE_NAME.test(name))
    .sort()
    .map((name) => readBase(join(bases, name), new Date(name.replace(BASE_NAME, '$1:$2:$3Z'))))
  const sound = found.filter((base) => 'system' in base)
  const damaged = found.filter((base) => !('system' in base))
  const wanted = sound.length > 0 ? found.findLast(({ at }) => needed && at <= needed) : damaged[0]
  for (const base of damaged) {
    const words = `The base ${base.folder} is damaged: its backup_manifest says nothing.`
    if (base === wanted) throw new ConfigError(`${words} Move it away.`)
    process.stderr.write(`${words} It is left out.\n`)
  }
  return sound
}

export const manifestFile = (base: string) => join(base, 'backup_manifest')

function readBase(folder: string, at: Date): Base | Pick<Base, 'folder' | 'at'> {
  const manifest = existsSync(manifestFile(folder)) ? readFileSync(manifestFile(folder), 'utf8') : ''
  const [, system] = /^"System-Identifier": (\d+),$/m.exec(manifest) ?? []
  const [, timeline, log, offset] = /"Timeline": (\d+), "Start-LSN": "([\dA-F]+)\/([\dA-F]+)"/.exec(manifest) ?? []
  if (!system || !timeline || !log || !offset) return { folder, at }
  const segment = Number.parseInt(log, 16) * SEGMENTS_PER_LOG + Math.floor(Number.parseInt(offset, 16) / SEGMENT_BYTES)
  return { folder, at, system, timeline: Number(timeline), segment }
}

const SEGMENT_NAME = /^[\dA-F]{24}\.gz$/
const LOG_NAME = /^[\dA-F]{8}([\dA-F]{16}|\.history)\.gz$/
const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

const segmentName = (timeline: number, segment: number) =>
  hex(timeline) + hex(Math.floor(segment / SEGMENTS_PER_LOG)) + hex(segment % SEGMENTS_PER_LOG)

const segmentOf = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_PER_LOG + Number.parseInt(name.slice(16, 24), 16)

export const NOTHING = 'Nothing was restored.'

interface RestorePoint {
  base: Base
  /** How many segments follow it. */
  segments: number
  /** The first segment that is not there although later ones are. */
  missing?: string
  /** What was written after a restore, where no base was taken since. */
  baseless?: number
}

/**
 * The newest base before the moment, or of all. What is replayed on it is what that database wrote, not what was
 * written after an earlier restore: that has a base of its own.
 */
export function findRestorePoint(archive: string, to?: Date): RestorePoint {
  const bases = readBases(archive, to ?? new Date(8.64e15))
  const [oldest] = bases
  if (!oldest) throw new ConfigError(`${archive} holds no base of a database. ${NOTHING}`)
  const base = bases.findLast(({ at }) => !to || at <= to)
  if (!base) throw new ConfigError(`--to: the archive begins at ${oldest.at.toISOString()}. ${NOTHING}`)
  const names = readdirSync(archiveFolders(archive).wal)
  const timelines = names.filter((name) => LOG_NAME.test(name)).map((name) => Number.parseInt(name.slice(0, 8), 16))
  const newest = Math.max(...timelines)
  const found = names
    .filter((name) => SEGMENT_NAME.test(name) && name.startsWith(hex(base.timeline)))
    .map(segmentOf)
    .filter((segment) => segment >= base.segment)
    .sort((a, b) => a - b)
  const hole = found.findIndex((segment, n) => segment !== base.segment + n)
  const isWhole = hole < 0 && found.length > 0
  return {
    base,
    segments: found.length,
    ...(bases.every(({ timeline }) => timeline < newest) && { baseless: newest }),
    ...(!isWhole && { missing: segmentName(base.timeline, base.segment + Math.max(hole, 0)) }),
  }
}

/** How PostgreSQL replays the archive up to the moment, or to its end, and then goes on by itself. */
export const recoverFrom = (archive: string, to: Date | undefined): Launch => ({
  settings: {
    restore_command: RESTORE_COMMAND,
    recovery_target_timeline: 'current',
    ...(to && { recovery_target_time: to.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
    // Nobody reads before it is there.
    hot_standby: 'off',
    log_min_messages: 'log',
  },
  env: { WAL_ARCHIVE: archiveFolders(archive).wal },
  startMs: Number.POSITIVE_INFINITY,
})

/**
 * PostgreSQL writes a copy of its data folder into the archive while it serves, with the SHA-256 of each file, and
 * waits until the log that belongs to it is archived. `url` is of the owner.
 */
export async function takeBase(
  url: string,
  archive: string,
  secretKey: string | undefined,
  say: (line: string) => void,
) {
  const { bases } = archiveFolders(archive)
  const draft = join(bases, UNFINISHED)
  const client = new pg.Client({ connectionString: `${url}&replication=database`, ...UNLIMITED })
  client.on('notice', ({ severity, message }) => severity === 'WARNING' && message && say(message))
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_stat_progress_basebackup')
    if (rowCount) throw new ConfigError('Another base is being taken. Try again when it is done.')
    rmSync(draft, { recursive: true, force: true })
    await client.query(
      `BASE_BACKUP (LABEL 'hikmah-console', TARGET 'server', TARGET_DETAIL '${draft.replaceAll("'", "''")}', CHECKPOINT 'fast', COMPRESSION 'gzip', COMPRESSION_DETAIL '1', MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    )
  } finally {
    await client.end()
  }
  if (secretKey) writeFileSync(join(draft, SECRET_KEY), secretKey, { mode: 0o600, flush: true })
  const folder = join(bases, baseName(new Date(Math.ceil(Date.now() / 1000) * 1000)))
  renameSync(draft, folder)
  syncFolder(bases)
  return folder
}

/** In a base, where the console keeps its key beside its database. */
export const SECRET_KEY = 'secret.key'

function syncFolder(path: string) {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** Keeps what it takes to restore each second since `since`, and what can be restored at all. Resolves with the oldest. */
export function pruneArchive(archive: string, since: Date): Base | undefined {
  const bases = readBases(archive)
  const first = Math.max(
    0,
    bases.findLastIndex(({ at }) => at <= since),
  )
  for (const { folder } of bases.slice(0, first)) renameSync(folder, folder + REMOVED)
  const folders = archiveFolders(archive)
  syncFolder(folders.bases)
  for (const name of readdirSync(folders.bases).filter((each) => each.endsWith(REMOVED)))
    rmSync(join(folders.bases, name), { recursive: true })
  const kept = bases.slice(first)
  const needed = Math.min(...kept.map(({ segment }) => segment))
  for (const name of readdirSync(folders.wal)) {
    if (/^[\dA-F]{24}/.test(name) && segmentOf(name) < needed) rmSync(join(folders.wal, name))
  }
  return kept[0]
}
