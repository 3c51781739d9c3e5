import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { verifyChain } from '../src/kit/audit/audit.ts'
import { loadKeys } from '../src/kit/auth/keys.ts'
import { type Db, openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { findRunning, openEmbedded } from '../src/kit/postgres/embedded.ts'
import { createDatabase, temporaryFolder } from '../test/cluster.ts'
import { startProcess } from '../test/process.ts'

const root = temporaryFolder('hikmah-backup-')
const dataDir = join(root, 'data')
const file = join(root, 'console.backup')
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** As `npm run backup` and `npm run restore` run it. */
const run = (command: 'backup' | 'restore', to: string, env: Record<string, string> = { DATA_DIR: dataDir }) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn('node', [join(import.meta.dirname, `${command}.ts`), to], {
      env: { ...process.env, DATABASE_URL: '', SECRET_KEY: '', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.once('close', (code) => resolve({ code, said }))
  })

/** Every row of every table, as one line each; those of the outbox and of sign-ins go on changing by themselves. */
async function contentsOf(db: Db): Promise<Record<string, string[]>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(db, sql.raw(`select t::text as row from "${name}" t order by 1`))
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
beforeAll(async () => {
  const server = await startProcess({
    DATA_DIR: dataDir,
    DEMO_DATA: 'true',
    STRIPE_SANDBOX: 'false',
    LOG_LEVEL: 'silent',
  })
  const { code, said } = await run('backup', file)
  expect(code, said).toBe(0)
  const running = await findRunning(dataDir)
  const database = openPostgres(running!.url)
  before = await contentsOf(database.db)
  await database.close()
  running!.leave()
  await server.stop()
}, 120_000)

async function expectTheSame(db: Db, restored: string) {
  const after = await contentsOf(db)
  const { schema_migrations: _, ...tables } = after
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
  for (const [name, rows] of Object.entries(tables)) expect(rows, name).toEqual(before[name])
  expect(before.organizations?.length).toBeGreaterThan(50)
  const keys = loadKeys({ secretKey: undefined, dataDir: restored, databaseUrl: undefined, production: false })
  expect(await verifyChain(db, keys)).toMatchObject({ ok: true, entries: before.audit_entries?.length })
  expect(filesOf(join(restored, 'uploads'))).toEqual(filesOf(join(dataDir, 'uploads')))
}

test('the backup is one file that only its owner may read, and is never written over', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(globSync('.backup-*', { cwd: root })).toEqual([])
  const again = await run('backup', file)
  expect(again.code).toBe(1)
  expect(again.said).toContain('already exists')
})

test('restored into an empty directory, every row, file and key is the same, the chain holds, and the console starts', async () => {
  const restored = join(root, 'restored')
  const { code, said } = await run('restore', file, { DATA_DIR: restored })
  expect(code, said).toBe(0)
  const database = await openEmbedded(restored)
  await expectTheSame(database.db, restored)
  await database.close()
  const server = await startProcess({ DATA_DIR: restored, LOG_LEVEL: 'silent' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.stop()

  const again = await run('restore', file, { DATA_DIR: restored })
  expect(again.code).toBe(1)
  expect(again.said).toContain('Restore into an empty directory')
}, 90_000)

test('restored into the database of a server, it is the same', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const restored = join(root, 'on-server')
  const env = { DATABASE_URL: url, DATA_DIR: restored }
  const { code, said } = await run('restore', file, env)
  expect(code, said).toBe(0)
  const database = openPostgres(url)
  await expectTheSame(database.db, restored)
  await database.close()
  rmSync(restored, { recursive: true })
  const again = await run('restore', file, env)
  expect(again.said).toContain('The database is not empty')
  await drop()
}, 90_000)

test('a file that was cut off is refused, and nothing is left of it', async () => {
  const cut = join(root, 'cut.backup')
  await run('backup', cut)
  truncateSync(cut, statSync(cut).size - 5000)
  const restored = join(root, 'cut')
  const { code, said } = await run('restore', cut, { DATA_DIR: restored })
  expect(code).toBe(1)
  expect(said).toMatch(/cut off/)
  expect(existsSync(join(restored, 'postgres'))).toBe(false)
  expect(existsSync(join(restored, 'secret.key'))).toBe(false)
}, 90_000)
