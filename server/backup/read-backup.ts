import { createReadStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { openPostgres } from '../src/kit/db/db.ts'
import { migrate, readMigrations } from '../src/kit/db/migrate.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { columnList, MANIFEST, type Manifest, quoted, SECRET_KEY, type Table } from './tables.ts'

interface Target {
  databaseUrl: string
  storageDir: string
  /** Puts the key where the console looks for it, or refuses one that differs from the key it was given. */
  keepSecretKey(secretKey: string): Promise<void>
}

/**
 * Fills an empty database and an empty folder of uploads from a backup. The tables come in one transaction, checked
 * against the count of the backup; whatever fails, the database holds no row of it.
 */
export async function readBackup(file: string, target: Target, say: (line: string) => void): Promise<Manifest> {
  await assertEmpty(target)
  const entries = entriesOf(file)
  const manifest = await readManifest(await nextOf(entries, MANIFEST))
  await target.keepSecretKey(await text((await nextOf(entries, SECRET_KEY)).stream))
  await migrateAsBefore(target.databaseUrl, manifest)

  const client = new pg.Client({ connectionString: target.databaseUrl })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    await loadTables(client, entries, manifest, say)
    for (const { name, value, isCalled } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled])
    }
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }

  await mkdir(target.storageDir, { recursive: true, mode: 0o700 })
  for (const _ of manifest.uploads) {
    const { name, stream } = await nextOf(entries)
    await writeFile(join(target.storageDir, basename(name)), await buffer(stream), { mode: 0o600, flush: true })
  }
  say(`${manifest.uploads.length.toLocaleString('en-US')} uploaded files`)
  return manifest
}

async function assertEmpty({ databaseUrl, storageDir }: Target) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client
    .query(`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S') limit 1`)
    .finally(() => client.end())
  if (rowCount) throw new ConfigError('The database is not empty. Nothing was overwritten; restore into an empty one.')
  const uploads = await readdir(storageDir).catch(() => [])
  if (uploads.length > 0) throw new ConfigError(`${storageDir} is not empty. Restore into an empty folder.`)
}

interface Entry {
  name: string
  stream: Readable
}

/** The files of the archive in their order, each to be read before the next. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const archive = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), archive)
  // Told by the loop below too, which is where it is caught.
  reading.catch(() => undefined)
  for await (const entry of archive) yield { name: entry.header.name, stream: entry as unknown as Readable }
  await reading
}

async function nextOf(entries: AsyncGenerator<Entry>, name?: string): Promise<Entry> {
  const notBackup = new ConfigError('This file is not a backup of the console, or it was cut off.')
  const { value, done } = await entries.next().catch(() => {
    throw notBackup
  })
  if (done || (name && value.name !== name)) throw notBackup
  return value
}

async function readManifest({ stream }: Entry): Promise<Manifest> {
  const manifest = JSON.parse(await text(stream)) as Manifest
  if (manifest.format !== 1) throw new ConfigError('This backup was made by a newer console. Update this one first.')
  return manifest
}

/** The tables as they were when the backup was made; what came later is done to the restored rows at the next start. */
async function migrateAsBefore(databaseUrl: string, manifest: Manifest) {
  const known = readMigrations()
  const wanted = manifest.migrations.map(({ name, checksum }) => {
    const migration = known.find((one) => one.name === name)
    if (migration?.checksum !== checksum) {
      throw new ConfigError(
        `This console does not know the migration ${name} of the backup. Use the version that made it, or a newer one.`,
      )
    }
    return migration
  })
  const database = openPostgres(databaseUrl, { unlimited: true })
  try {
    await migrate(database, wanted)
  } finally {
    await database.close()
  }
}

/** Without triggers, which would count and record again, and without references until all rows are there. */
async function loadTables(
  client: pg.Client,
  entries: AsyncGenerator<Entry>,
  { tables }: Manifest,
  say: (line: string) => void,
) {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} disable trigger user`)
    await client.query(`truncate ${quoted(name)}`)
  }
  for (const [n, table] of tables.entries()) {
    await loadTable(client, await nextOf(entries), table)
    await client.query(`alter table ${quoted(table.name)} enable trigger user`)
    say(`${n + 1} of ${tables.length} tables: ${table.name}, ${table.rows.toLocaleString('en-US')} rows`)
  }
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

async function loadTable(client: pg.Client, { stream }: Entry, table: Table & { rows: number }) {
  const into = client.query(copyFrom(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`))
  await pipeline(stream, into)
  if (into.rowCount === table.rows) return
  throw new ConfigError(
    `${table.name} has ${into.rowCount} rows in this file, not ${table.rows}: it was changed or cut off.`,
  )
}
