import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import { UNLIMITED } from '../src/kit/db/db.ts'
import { HOLD_FILES, isFileName } from '../src/kit/files/files.ts'
import { openStorage, type Storage } from '../src/kit/files/storage.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { MANIFEST, type Manifest, SECRET_KEY, tableEntry, uploadEntry } from './manifest.ts'
import { columnList, quoted, readSequences, readTables } from './tables.ts'

interface Source {
  databaseUrl: string
  /** Where uploaded files lie. */
  storageUrl: URL
  /** What sessions, codes and the audit chain hang on. */
  secretKey: string
}

/**
 * Writes everything into one file, readable by its owner alone: each table as of one moment, the uploaded files and the
 * key. The console may run meanwhile; a file is stored before the row that names it, and none is removed until the
 * backup is written, so none that a row names is missing. The file has its name only when it is whole and on the disk. Returns its fingerprint.
 */
export async function writeBackup(source: Source, file: string, say: (line: string) => void): Promise<string> {
  const drafts = await mkdtemp(join(dirname(file), '.backup-'))
  const client = new pg.Client({ connectionString: source.databaseUrl, ...UNLIMITED })
  try {
    await client.connect()
    await client.query(HOLD_FILES)
    const rows = await copyTables(client, drafts, say)
    const secretKey = digestOf(source.secretKey)
    const storage = openStorage(source.storageUrl)
    const uploads = await listUploads(storage)
    const manifest: Manifest = { format: 2, madeAt: new Date().toISOString(), secretKey, ...rows, uploads }
    const text = JSON.stringify(manifest)
    const draft = join(drafts, 'backup.tar.gz')
    const archive = pack()
    const written = pipeline(archive, createGzip({ level: 4 }), createWriteStream(draft, { mode: 0o600 }))
    await Promise.all([written, fill(archive, text, manifest, source, storage, drafts)])
    say(`${uploads.length.toLocaleString('en-US')} uploaded files`)
    await syncToDisk(draft)
    await rename(draft, file)
    await syncToDisk(dirname(file))
    return digestOf(text).sha256
  } finally {
    await client.end()
    await rm(drafts, { recursive: true, force: true })
  }
}

/** In one read-only transaction, so that all tables are of the same moment. */
async function copyTables(client: pg.Client, drafts: string, say: (line: string) => void) {
  await client.query('begin isolation level repeatable read read only')
  // An import puts other tables in their place, which would be empty as of this moment. A lock begins no snapshot.
  await client.query('lock table irs_organizations, irs_deductibles, irs_revocations in access share mode')
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  )
  const known = await readTables(client)
  const tables: Manifest['tables'] = []
  for (const [n, table] of known.entries()) {
    const path = join(drafts, table.name)
    const rows = client.query(copyTo(`copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`))
    await pipeline(rows, createWriteStream(path, { mode: 0o600 }))
    tables.push({ ...table, rows: rows.rowCount, ...(await digestFile(path)) })
    say(`${n + 1} of ${known.length} tables: ${table.name}, ${rows.rowCount.toLocaleString('en-US')} rows`)
  }
  // A sequence knows no transaction: read last, it is never behind the rows.
  const sequences = await readSequences(client)
  await client.query('commit')
  return { migrations, tables, sequences }
}

/** Whatever else lies there is none of the console's, or not whole yet. */
async function listUploads(storage: Storage): Promise<Manifest['uploads']> {
  const uploads: Manifest['uploads'] = []
  for await (const page of storage.list())
    for (const { name, size } of page) if (isFileName(name)) uploads.push({ name, size })
  return uploads
}

const digestOf = (text: string) => ({
  size: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
})

async function digestFile(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}

async function fill(
  archive: Pack,
  text: string,
  { tables, uploads }: Manifest,
  { secretKey }: Source,
  storage: Storage,
  drafts: string,
) {
  archive.entry({ name: MANIFEST }, text)
  archive.entry({ name: SECRET_KEY, mode: 0o600 }, secretKey)
  for (const { name, size } of tables) {
    await pipeline(createReadStream(join(drafts, name)), archive.entry({ name: tableEntry(name), size, mode: 0o600 }))
  }
  for (const { name, size } of uploads) await addUpload(archive, name, size, await storage.open(name))
  archive.finalize()
}

/** Looked at as it is written: a damaged one ends the backup, which has no name yet. */
async function addUpload(archive: Pack, name: string, size: number, bytes: Readable) {
  const hash = createHash('sha256')
  const seen = async function* () {
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield chunk
    }
    if (hash.digest('hex') !== name) {
      throw new ConfigError(
        `The upload ${name} is damaged: its name is not the SHA-256 of its content. Put it back from an earlier backup, or remove it.`,
      )
    }
  }
  await pipeline(seen, archive.entry({ name: uploadEntry(name), size, mode: 0o600 }))
}

async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
