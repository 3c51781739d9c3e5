import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { fromPglite, openPostgres } from '../src/kit/db/db.ts'
import { migrate } from '../src/kit/db/migrate.ts'
import { openPgliteInMemory } from '../src/kit/db/pglite.ts'

export const SNAPSHOT = join(import.meta.dirname, '../../.cache/migrated.tar')
export const TEMPLATE = 'hikmah_test_template'

/** Migrates once; every test file then starts from a copy. */
export async function setup() {
  const url = process.env.TEST_DATABASE_URL
  if (url) return migrateTemplate(url)
  const pglite = await openPgliteInMemory()
  await migrate(fromPglite(pglite))
  const dump = await pglite.dumpDataDir('none')
  mkdirSync(join(SNAPSHOT, '..'), { recursive: true })
  writeFileSync(SNAPSHOT, new Uint8Array(await dump.arrayBuffer()))
  await pglite.close()
}

async function migrateTemplate(url: string) {
  await onServer(url, [`drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`])
  const database = openPostgres(databaseUrl(url, TEMPLATE))
  await migrate(database)
  await database.close()
}

export const databaseUrl = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

export async function onServer(url: string, statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
