import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { verifyTrail } from '../src/kit/audit/verify-trail.ts'
import { loadKeys } from '../src/kit/auth/keys.ts'
import { type Database, type Db, openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { findRunning, openEmbedded } from '../src/kit/postgres/embedded.ts'
import { createDatabase, temporaryFolder } from '../test/cluster.ts'
import { runCommand, startProcess } from '../test/process.ts'
import { repack, unpack, withManifest } from './forge.ts'

const root = temporaryFolder('hikmah-backup-')
const dataDir = join(root, 'data')
const file = join(root, 'console.backup')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = (command: 'backup' | 'restore', args: string[], env: Record<string, string> = { DATA_DIR: dataDir }) =>
  runCommand(command, args, env)

const restore = (from: string, folder: string, env: Record<string, string> = {}) =>
  run('restore', [from, `--fingerprint=${fingerprint}`], { DATA_DIR: folder, ...env })

/** Every row of every table, as one line each; those of the outbox and of sign-ins go on changing by themselves. */
async function contentsOf(db: Db): Promise<Record<string, string[]>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'
      and table_name not in ('list_changes', 'folded_list_counts')`,
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    // The view of both, between which a running console moves rows each second.
    const which = name === 'list_counts' ? 'where count <> 0' : ''
    const rows = await rowsOf<{ row: string }>(
      db,
      sql.raw(`select t::text as row from "${name}" t ${which} order by 1`),
    )
    contents[name] = rows.map(({ row }) => row)
  }
  return contents
}

const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )

let before: Record<string, string[]>
let fingerprint: string
beforeAll(async () => {
  const server = await startProcess({
    DATA_DIR: dataDir,
    DEMO_DATA: 'true',
    STRIPE_SANDBOX: 'false',
    LOG_LEVEL: 'silent',
  })
  const { code, said, printed } = await run('backup', [file])
  expect(code, said).toBe(0)
  fingerprint = printed
  const running = await findRunning(dataDir)
  const database = openPostgres(running!.url)
  before = await contentsOf(database.db)
  await database.close()
  running!.leave()
  await server.stop()
}, 120_000)

async function expectTheSame(database: Database, restored: string) {
  const after = await contentsOf(database.db)
  const { schema_migrations: _, ...tables } = after
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
  for (const [name, rows] of Object.entries(tables)) expect(rows, name).toEqual(before[name])
  expect(before.organizations?.length).toBeGreaterThan(50)
  const keys = loadKeys({ secretKey: undefined, dataDir: restored, databaseUrl: undefined, production: false })
  expect(await verifyTrail(database, keys)).toMatchObject({ ok: true, entries: before.audit_entries?.length })
  expect(filesOf(join(restored, 'uploads'))).toEqual(filesOf(join(dataDir, 'uploads')))
}

test('the backup is one file that only its owner may read, and is never written over', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(globSync('.backup-*', { cwd: root })).toEqual([])
  const again = await run('backup', [file])
  expect(again.code).toBe(1)
  expect(again.said).toContain('already exists')
})

test('restored into an empty directory, every row, file and key is the same, the chain holds, and the console starts', async () => {
  const restored = join(root, 'restored')
  const { code, said } = await restore(file, restored)
  expect(code, said).toBe(0)
  const database = await openEmbedded(restored)
  await expectTheSame(database, restored)
  await database.close()
  const server = await startProcess({ DATA_DIR: restored, LOG_LEVEL: 'silent' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.stop()

  const again = await restore(file, restored)
  expect(again.code).toBe(1)
  expect(again.said).toContain('Restore into an empty directory')
}, 90_000)

test('restored into the database of a server, it is the same', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const restored = join(root, 'on-server')
  const { code, said } = await restore(file, restored, { DATABASE_URL: url })
  expect(code, said).toBe(0)
  const database = openPostgres(url)
  await expectTheSame(database, restored)
  await database.close()
  rmSync(restored, { recursive: true })
  const again = await restore(file, restored, { DATABASE_URL: url })
  expect(again.said).toContain('The database is not empty')
  await drop()
}, 90_000)

function expectNothing(folder: string) {
  for (const name of ['postgres', 'secret.key', 'uploads']) expect(existsSync(join(folder, name)), name).toBe(false)
}

test('a file that was cut off is refused in one sentence, and nothing is left of it', async () => {
  const cut = join(root, 'cut.backup')
  copyFileSync(file, cut)
  truncateSync(cut, statSync(cut).size - 5000)
  const restored = join(root, 'cut')
  const { code, said } = await restore(cut, restored)
  expect(code).toBe(1)
  expect(said).toMatch(/^[^\n]+ cut off\. Nothing was restored\.\n$/)
  expectNothing(restored)
})

test('without its fingerprint a file is restored only where the person says so, and is told that nothing is proven', async () => {
  const restored = join(root, 'unproven')
  const asked = await run('restore', [file], { DATA_DIR: restored })
  expect(asked.code).toBe(1)
  expect(asked.said).toContain('--fingerprint')
  expect(asked.said).not.toContain(fingerprint)
  expect((await run('restore', [file, '--fingerprint=1234'], { DATA_DIR: restored })).said).toContain('64 characters')
  expectNothing(restored)

  const { code, said } = await run('restore', [file, '--unproven'], { DATA_DIR: restored })
  expect(code, said).toBe(0)
  expect(said).toContain('Not proven')
}, 60_000)

test('an owner put in the place of another, with everything counted and summed anew, is refused', async () => {
  const forged = join(root, 'forged.backup')
  const parts = await unpack(file)
  const staff = parts.find(({ name }) => name === 'tables/staff.copy')!
  staff.bytes = Buffer.from(staff.bytes.toString().replaceAll('owner@', 'thief@'))
  await repack(withManifest(parts), forged)
  const restored = join(root, 'forged')
  const { code, said } = await restore(forged, restored)
  expect(code).toBe(1)
  expect(said).toContain('another fingerprint')
  expectNothing(restored)
})

test('rows that do not fit together are refused, and nothing is left of them', async () => {
  const broken = join(root, 'broken.backup')
  const parts = await unpack(file)
  const staff = parts.find(({ name }) => name === 'tables/staff.copy')!
  staff.bytes = Buffer.from(staff.bytes.toString().replace('\t', ''))
  await repack(withManifest(parts), broken)
  const restored = join(root, 'broken')
  const { code, said } = await run('restore', [broken, '--unproven'], { DATA_DIR: restored })
  expect(code).toBe(1)
  expect(said).toMatch(/do not fit its tables: it was changed\. Nothing was restored\.\n$/)
  expectNothing(restored)
}, 60_000)
