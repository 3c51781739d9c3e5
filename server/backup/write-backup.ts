import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import {
  columnList,
  MANIFEST,
  type Manifest,
  quoted,
  readSequences,
  readTables,
  SECRET_KEY,
  tableEntry,
  uploadEntry,
} from './tables.ts'

interface Source {
  databaseUrl: string
  /** Where uploaded files lie. */
  storageDir: string
  /** What sessions, codes and the audit chain hang on. */
  secretKey: string
}

/**
 * Writes everything into one file, readable by its owner alone: each table as of one moment, the uploaded files and the
 * key. The console may run meanwhile; a file is stored before the row that names it, so none that a row names is
 * missing. The file has its name only when it is whole and on the disk.
 */
export async function writeBackup(source: Source, file: string, say: (line: string) => void): Promise<Manifest> {
  const drafts = await mkdtemp(join(dirname(file), '.backup-'))
  try {
    const manifest = await copyTables(source.databaseUrl, drafts, say)
    manifest.uploads = (await readdir(source.storageDir).catch(() => [])).filter((name) => !name.endsWith('.part'))
    const draft = join(drafts, 'backup.tar.gz')
    const archive = pack()
    const written = pipeline(archive, createGzip({ level: 4 }), createWriteStream(draft, { mode: 0o600 }))
    await Promise.all([written, fill(archive, manifest, source, drafts, say)])
    await syncToDisk(draft)
    await rename(draft, file)
    await syncToDisk(dirname(file))
    return manifest
  } finally {
    await rm(drafts, { recursive: true, force: true })
  }
}

/** In one read-only transaction, so that all tables are of the same moment. */
async function copyTables(databaseUrl: string, drafts: string, say: (line: string) => void): Promise<Manifest> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    // An import puts other tables in their place, which would be empty as of this moment. A lock begins no snapshot.
    await client.query('lock table irs_organizations, irs_deductibles, irs_revocations in access share mode')
    const { rows: migrations } = await client.query('select name, checksum from schema_migrations order by name')
    const tables = await readTables(client)
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      migrations,
      tables: [],
      sequences: [],
      uploads: [],
    }
    for (const [n, table] of tables.entries()) {
      const rows = client.query(copyTo(`copy ${quoted(table.name)} (${columnList(table)}) to stdout`))
      await pipeline(rows, createWriteStream(join(drafts, table.name), { mode: 0o600 }))
      manifest.tables.push({ ...table, rows: rows.rowCount })
      say(`${n + 1} of ${tables.length} tables: ${table.name}, ${rows.rowCount.toLocaleString('en-US')} rows`)
    }
    // A sequence knows no transaction: read last, it is never behind the rows.
    manifest.sequences = await readSequences(client)
    await client.query('commit')
    return manifest
  } finally {
    await client.end()
  }
}

async function fill(archive: Pack, manifest: Manifest, source: Source, drafts: string, say: (line: string) => void) {
  archive.entry({ name: MANIFEST }, JSON.stringify(manifest))
  archive.entry({ name: SECRET_KEY, mode: 0o600 }, source.secretKey)
  for (const { name } of manifest.tables) await addFile(archive, tableEntry(name), join(drafts, name))
  for (const name of manifest.uploads) await addFile(archive, uploadEntry(name), join(source.storageDir, name))
  archive.finalize()
  say(`${manifest.uploads.length.toLocaleString('en-US')} uploaded files`)
}

async function addFile(archive: Pack, name: string, path: string) {
  const { size } = await stat(path)
  await pipeline(createReadStream(path), archive.entry({ name, size, mode: 0o600 }))
}

async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
