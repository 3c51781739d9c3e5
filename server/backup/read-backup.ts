import { basename } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openPostgres, UNLIMITED } from '../src/kit/db/db.ts'
import { migrate, readMigrations } from '../src/kit/db/migrate.ts'
import { openStorage, placeOf, type Storage } from '../src/kit/files/storage.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import type { AnyManifest } from './manifest.ts'
import { columnList, quoted, readSequences, readTables, type Table } from './tables.ts'
import { type BackupEntry, NOTHING, openBackup } from './verify-backup.ts'

type Entries = AsyncGenerator<BackupEntry>

interface Target {
  databaseUrl: string
  storageUrl: URL
  /** Puts the key where the console looks for it, or refuses one that differs from the key it was given. */
  keepSecretKey(secretKey: string): Promise<void>
}

/**
 * Fills an empty database and an empty folder of uploads from the backup with this fingerprint, which was verified. The
 * tables come in one transaction; whatever fails, neither holds anything of it.
 */
export async function readBackup(file: string, fingerprint: string, target: Target, say: (line: string) => void) {
  await assertEmpty(target)
  // Looked at once more as it is read: it may have been changed since.
  const { manifest, entries } = await openBackup(file, fingerprint)
  await target.keepSecretKey(await text((await next(entries)).bytes))
  await migrateAsBefore(target.databaseUrl, manifest)

  const client = new pg.Client({ connectionString: target.databaseUrl, ...UNLIMITED })
  await client.connect()
  try {
    await client.query('begin')
    await assertSameSchema(client, manifest)
    await loadTables(client, entries, manifest, say)
    for (const { name, value, isCalled } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled])
    }
    await keepUploads(entries, openStorage(target.storageUrl), say)
    await client.query('commit')
    await client.query('analyze')
  } catch (error) {
    throw isDataError(error)
      ? new ConfigError(`The rows of this backup do not fit its tables: it was changed. ${NOTHING}`)
      : error
  } finally {
    await client.end()
  }
}

/** Of PostgreSQL: a value that is none of its type, or a rule of the table that is broken. */
const isDataError = (error: unknown) => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

async function next(entries: Entries): Promise<BackupEntry> {
  const { value, done } = await entries.next()
  if (done) throw new Error('a backup that was verified ended early')
  return value
}

/** The rest of the entries. */
async function keepUploads(entries: Entries, storage: Storage, say: (line: string) => void) {
  const kept: string[] = []
  try {
    for await (const { name, bytes } of entries) {
      kept.push(basename(name))
      // Each came in one request, so it fits into memory here too.
      await storage.put(basename(name), await buffer(bytes))
    }
  } catch (error) {
    for (const name of kept) await storage.remove(name)
    throw error
  }
  say(`${kept.length.toLocaleString('en-US')} uploaded files`)
}

async function assertEmpty({ databaseUrl, storageUrl }: Target) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client
    .query(`select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S') limit 1`)
    .finally(() => client.end())
  if (rowCount) throw new ConfigError('The database is not empty. Nothing was overwritten; restore into an empty one.')
  for await (const page of openStorage(storageUrl).list()) {
    if (page.length > 0)
      throw new ConfigError(`${placeOf(storageUrl)} is not empty. Restore into an empty folder or prefix.`)
  }
}

/** The tables as they were when the backup was made; what came later is done to the restored rows at the next start. */
async function migrateAsBefore(databaseUrl: string, manifest: AnyManifest) {
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

/** The migrations say which tables there are, not the backup. */
async function assertSameSchema(client: pg.Client, { tables, sequences }: AnyManifest) {
  const found = { tables: await readTables(client), sequences: (await readSequences(client)).map(({ name }) => name) }
  const told = {
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: sequences.map(({ name }) => name),
  }
  if (isDeepStrictEqual(told, found)) return
  throw new ConfigError(`The tables of this backup are not those of its migrations: it was changed. ${NOTHING}`)
}

/** Without triggers, which would count and record again, and without references until all rows are there. */
async function loadTables(client: pg.Client, entries: Entries, { tables }: AnyManifest, say: (line: string) => void) {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} disable trigger user`)
    await client.query(`truncate ${quoted(name)}`)
  }
  for (const [n, table] of tables.entries()) {
    await loadTable(client, await next(entries), table)
    await client.query(`alter table ${quoted(table.name)} enable trigger user`)
    say(`${n + 1} of ${tables.length} tables: ${table.name}, ${table.rows.toLocaleString('en-US')} rows`)
  }
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

async function loadTable(client: pg.Client, { bytes }: BackupEntry, table: Table & { rows: number }) {
  const into = client.query(copyFrom(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`))
  await pipeline(bytes, into)
  if (into.rowCount === table.rows) return
  throw new ConfigError(`${table.name} took ${into.rowCount} rows, not ${table.rows}: the file was changed. ${NOTHING}`)
}
