import { execFileSync, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { importerCommand } from '../src/irs-registry/imports.ts'
import { openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { projectRoot } from '../src/kit/process/project-root.ts'
import { createDatabase, temporaryFolder } from '../test/cluster.ts'
import { generate } from './generate.ts'

const folder = temporaryFolder('hikmah-irs-')
const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
const database = openPostgres(url)
const { db } = database
beforeAll(() => execFileSync(process.execPath, [join(projectRoot, 'scripts/prepare.mjs'), 'server']), 120_000)
afterAll(async () => {
  await database.close()
  await drop()
  rmSync(folder, { recursive: true })
})

/** As `npm run irs:import` runs it. */
function start(...args: string[]) {
  const [program, ...more] = importerCommand()
  const child = spawn(program!, [...more, ...args], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: 'k'.repeat(40), DEMO_DATA: 'false' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended }
}

const run = (...args: string[]) => start(...args).ended
const number = async (query: ReturnType<typeof sql>) => Number((await rowsOf<{ n: string }>(db, query))[0]!.n)
const rowsInPlace = () => number(sql`select count(*) as n from irs_organizations`)

test('the command imports, does nothing the second time, and ends with 1 where a file is refused', async () => {
  const file = await generate('eo-bmf', 1000, 1, folder)
  expect(await run(file)).toEqual({ code: 0, said: 'Exempt organizations (EO BMF): 1,000 rows are in place\n' })
  const again = await run(file)
  expect(again.code).toBe(0)
  expect(again.said).toContain('nothing to do, this file is in place')
  const bad = join(folder, 'bad.csv')
  writeFileSync(bad, '<html>')
  const refused = await run(bad)
  expect(refused.code).toBe(1)
  expect(refused.said).toContain('bad.csv, line 1: this is a web page')
  expect((await run()).said).toContain('Name the files: npm run irs:import -- FILE…')
  expect((await run('--date', 'May', file)).said).toContain('--date May is not a date')
  expect((await run('--date', '2026-13-31', file)).said).toBe('--date 2026-13-31 is not a date like 2026-11-10\n')
  expect((await run('--date', '2999-01-01', file)).said).toContain('This day is in the future')
  expect(await rowsInPlace()).toBe(1000)
}, 90_000)

test('killed in the middle it leaves what was in place, and the next one is whole', async () => {
  const file = await generate('eo-bmf', 60_000, 2, folder)
  const { child, ended } = start(file)
  const running = () => number(sql`select count(*) as n from irs_imports where status = 'running' and rows > 0`)
  await expect.poll(running, { timeout: 60_000, interval: 50 }).toBe(1)
  child.kill('SIGKILL')
  await ended
  expect(await rowsInPlace()).toBe(1000)
  // The server notices that nobody is there any more.
  const isFree = () =>
    number(sql`select count(*) as n from pg_locks where locktype = 'advisory' and objid = 748210
        and database = (select oid from pg_database where datname = current_database())`)
  await expect.poll(isFree, { timeout: 30_000 }).toBe(0)
  expect((await run(file)).code).toBe(0)
  expect(await rowsInPlace()).toBe(60_000)
  const left = await rowsOf(db, sql`select 1 from pg_class where relname like 'next_%'`)
  expect(left).toEqual([])
  expect(await number(sql`select count(*) as n from irs_imports where status = 'failed'`)).toBe(1)
}, 180_000)
