import { existsSync, readFileSync } from 'node:fs'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { secretKeyFile } from './kit/auth/keys.ts'
import { createFileStore, isFileName } from './kit/files/files.ts'
import { openStorage, type Storage } from './kit/files/storage.ts'
import { archiveFolders, assertOwnArchive, readBases, takeBase } from './kit/postgres/archive.ts'
import { findRunning } from './kit/postgres/embedded.ts'
import { daysBefore } from './kit/process/clock.ts'
import type { Config } from './kit/process/config.ts'
import { postgresFolder } from './kit/process/data-directory.ts'

type Archived = Pick<Config, 'dataDir' | 'storageUrl' | 'secretKey' | 'walArchiveDir'>

/** Where uploads are copied to as they come. An object store keeps its own versions. */
export function openUploadsArchive({ walArchiveDir, storageUrl }: Archived): Storage | undefined {
  if (!walArchiveDir || storageUrl.protocol !== 'file:') return undefined
  return openStorage(pathToFileURL(archiveFolders(walArchiveDir).uploads))
}

/** A base for the archive, taken from the database at `url` as its owner, with the uploads and the key that lie beside it. */
export async function writeBase(config: Archived, archive: string, url: string, say: (line: string) => void) {
  assertOwnArchive(archive, join(postgresFolder(config.dataDir), 'data'))
  await copyUploads(config, archive)
  const keyFile = secretKeyFile(config.dataDir)
  const secretKey = !config.secretKey && existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined
  return takeBase(url, archive, secretKey, say)
}

/** What the archive lacks. What is still in use gets the time of now, by which `pruneUploads` knows it. */
async function copyUploads(config: Archived, archive: string) {
  const copies = openUploadsArchive(config)
  if (!copies) return
  const uploads = createFileStore(openStorage(config.storageUrl))
  const folder = archiveFolders(archive).uploads
  const now = new Date()
  for await (const page of uploads.list()) {
    for (const { name, size } of page.filter((file) => isFileName(file.name))) {
      const copy = await stat(join(folder, name)).catch(() => undefined)
      if (copy?.size === size) await utimes(join(folder, name), now, now)
      // One that is gone meanwhile is named by no row.
      else await uploads.read(name).then((bytes) => copies.put(name, bytes), ignoreAbsent)
    }
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

/** Removes copies of uploads that were gone a day before the oldest base, as it was begun then at the latest. */
export async function pruneUploads(archive: string, oldest: Date) {
  const folder = archiveFolders(archive).uploads
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    if ((await stat(file)).mtime < daysBefore(oldest, 1)) await rm(file)
  }
}

let writing: Promise<void> | undefined

/** Where the archive has none of this database yet, or none since it was restored. Whoever asks meanwhile waits for the same. */
export function writeFirstBase(config: Archived): Promise<void> {
  writing ??= writeMissingBase(config).finally(() => {
    writing = undefined
  })
  return writing
}

async function writeMissingBase(config: Archived) {
  const { walArchiveDir, dataDir } = config
  const running = walArchiveDir && (await findRunning(dataDir))
  if (!running) return
  try {
    const timeline = await readTimeline(running.url)
    if (readBases(walArchiveDir).some((base) => base.timeline === timeline)) return
    await writeBase(config, walArchiveDir, running.url, () => undefined)
  } finally {
    running.leave()
  }
}

/** PostgreSQL begins another one each time that it is restored. */
async function readTimeline(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const asked = client.query<{ segment: string }>('select pg_walfile_name(pg_current_wal_lsn()) as segment')
  const { rows } = await asked.finally(() => client.end())
  return Number.parseInt(rows[0]!.segment.slice(0, 8), 16)
}
