import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import { HOLD_FILES } from '../src/kit/files/files.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { MANIFEST, type Manifest, SECRET_KEY, tableEntry, uploadEntry } from './manifest.ts'
import { columnList, quoted, readSequences, readTables } from './tables.ts'

interface Source {
  databaseUrl: string
  /** Where uploaded files lie. */
  storageDir: string
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
  const client = new pg.Client({ connectionString: source.databaseUrl })
  try {
    await client.connect()
    await client.query(HOLD_FILES)
    const rows = await copyTables(client, drafts, say)
    const secretKey = digestOf(source.secretKey)
    const uploads = await listUploads(source.storageDir)
    const manifest: Manifest = { format: 2, madeAt: new Date().toISOString(), secretKey, ...rows, uploads }
    const text = JSON.stringify(manifest)
    const draft = join(drafts, 'backup.tar.gz')
    const archive = pack()
    const written = pipeline(archive, createGzip({ level: 4 }), createWriteStream(draft, { mode: 0o600 }))
    await Promise.all([written, fill(archive, text, manifest, source, drafts)])
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
  await client.query('set statement_timeout = 0')
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
    const rows = client.query(copyTo(`copy ${quoted(table.name)} (${columnList(table)}) to stdout`))
    await pipeline(rows, createWriteStream(path, { mode: 0o600 }))
    tables.push({ ...table, rows: rows.rowCount, ...(await digestFile(path)) })
    say(`${n + 1} of ${known.length} tables: ${table.name}, ${rows.rowCount.toLocaleString('en-US')} rows`)
  }
  // A sequence knows no transaction: read last, it is never behind the rows.
  const sequences = await readSequences(client)
  await client.query('commit')
  return { migrations, tables, sequences }
}

/** Whatever else lies in the folder is none of the console's, or not whole yet. */
async function listUploads(folder: string): Promise<Manifest['uploads']> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{64}$/.test(name))
  const uploads: Manifest['uploads'] = []
  for (const name of names) {
    const { size, sha256 } = await digestFile(join(folder, name))
    if (sha256 !== name) {
      throw new ConfigError(
        `${join(folder, name)} is damaged: its name is not the SHA-256 of its content. Put it back from an earlier backup, or remove it.`,
      )
    }
    uploads.push({ name, size })
  }
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

async function fill(archive: Pack, text: string, { tables, uploads }: Manifest, source: Source, drafts: string) {
  archive.entry({ name: MANIFEST }, text)
  archive.entry({ name: SECRET_KEY, mode: 0o600 }, source.secretKey)
  for (const { name, size } of tables) await addFile(archive, tableEntry(name), size, join(drafts, name))
  for (const { name, size } of uploads) await addFile(archive, uploadEntry(name), size, join(source.storageDir, name))
  archive.finalize()
}

async function addFile(archive: Pack, name: string, size: number, path: string) {
  await pipeline(createReadStream(path), archive.entry({ name, size, mode: 0o600 }))
}

async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
