import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { verifyTrail } from '../src/kit/audit/verify-trail.ts'
import { secretKeyFile } from '../src/kit/auth/keys.ts'
import { rowsOf } from '../src/kit/db/db.ts'
import { temporaryFolder } from '../test/cluster.ts'
import { runCommand } from '../test/process.ts'
import { openTrail, tamper, writeEntry } from '../test/trail.ts'

const root = temporaryFolder('hikmah-archive-')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const { url, database, db, house, time } = await openTrail()
for (const month of ['2026-01', '2026-02', '2026-03']) {
  time.now = new Date(`${month}-15T12:00:00Z`)
  await writeEntry(house, 3)
  await house.sealer.seal()
}
const { dataDir } = house.config
const secretKey = readFileSync(secretKeyFile(dataDir), 'utf8').trim()

async function run(command: 'audit-archive' | 'audit-verify', args: string[], env: Record<string, string>) {
  const { code, said } = await runCommand(command, args, env)
  return { code, said }
}

const archive = (...args: string[]) => run('audit-archive', args, { DATA_DIR: dataDir, DATABASE_URL: url })
const elsewhere = { DATA_DIR: join(root, 'nothing'), SECRET_KEY: secretKey }

test('a month is archived, the trail says so, and with the key alone it is verified anywhere', async () => {
  const file = join(root, '2026-02.audit')
  expect(await archive('2026-02', file)).toEqual({ code: 0, said: `3 entries of 2026-02 are in ${file}, verified.\n` })
  expect(await verifyTrail(database, house.keys)).toMatchObject({ ok: true, entries: 10 })
  const recorded = sql`select actor_name as by, changes -> 'entries' -> 'after' as entries from audit_entries
    where action = 'audit.exported' and entity_id = '2026-02'`
  expect(await rowsOf(db, recorded)).toEqual([{ by: 'npm run audit:archive', entries: 3 }])

  const verified = await run('audit-verify', [file], elsewhere)
  expect(verified).toMatchObject({ code: 0 })
  expect(verified.said).toContain('2026-02: 3 entries in seals 3 to 3 are as they were written.')
  const [{ hash }] = (await rowsOf(db, sql`select hash from audit_seals where part = '2026-02'`)) as [{ hash: string }]
  expect(verified.said).toContain(hash)
  expect(existsSync(elsewhere.DATA_DIR)).toBe(false)

  expect(await archive('2026-01', file)).toMatchObject({ code: 1, said: expect.stringContaining('already exists') })
  expect(await run('audit-verify', [file], { ...elsewhere, SECRET_KEY: 'x'.repeat(32) })).toMatchObject({
    code: 1,
    said: expect.stringContaining('written with this key'),
  })
  expect(await run('audit-verify', [file], { DATA_DIR: elsewhere.DATA_DIR })).toMatchObject({
    code: 1,
    said: expect.stringContaining('SECRET_KEY: set the key'),
  })
  const cut = join(root, 'cut.audit')
  writeFileSync(cut, readFileSync(file).subarray(0, -20))
  expect(await run('audit-verify', [cut], elsewhere)).toMatchObject({ code: 1 })
})

test('a month that is broken is not archived, and leaves no file', async () => {
  await tamper(database, [sql`update audit_entries set actor_name = 'Somebody else' where seq = 2`])
  const { code, said } = await archive('2026-01', join(root, '2026-01.audit'))
  expect({ code, said }).toEqual({ code: 1, said: '2026-01 is broken at entry 2. Nothing was written.\n' })
  expect(readdirSync(root).filter((name) => name.startsWith('2026-01'))).toEqual([])
})

test('a file of somebody else where an archive is drafted is left as it is', async () => {
  const file = join(root, 'precious.audit')
  writeFileSync(`${file}.draft`, 'precious')
  for (const month of ['2025-12', '2026-02'])
    expect(await archive(month, file)).toEqual({
      code: 1,
      said: `${file}.draft already exists. Nothing was overwritten; choose another name.\n`,
    })
  expect(readFileSync(`${file}.draft`, 'utf8')).toBe('precious')
  expect(existsSync(file)).toBe(false)

  const early = join(root, 'early.audit')
  expect(await archive('2025-12', early)).toEqual({ code: 1, said: 'The trail has no entries from 2025-12.\n' })
  expect(readdirSync(root).filter((name) => name.startsWith('early'))).toEqual([])
})

test('what is no archive is answered in one sentence', async () => {
  const file = join(root, 'null.audit')
  writeFileSync(file, gzipSync('null\n'))
  expect(await run('audit-verify', [file], elsewhere)).toEqual({
    code: 1,
    said: 'This is no archive of a trail that was written with this key, or its beginning was changed.\n',
  })
  expect(await run('audit-verify', [root], elsewhere)).toEqual({
    code: 1,
    said: `${root} cannot be read (EISDIR: illegal operation on a directory, read).\n`,
  })
})

test('what is no month, or no folder, is answered with what to write', async () => {
  expect(await archive('November', join(root, 'november.audit'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('Name a month and the file to write: npm run audit:archive -- 2026-10 FILE'),
  })
  expect(await archive('2026-13', join(root, '2026-13.audit'))).toEqual({ code: 1, said: '2026-13 is not a month.\n' })
  const nowhere = join(root, 'nowhere')
  expect(await archive('2026-02', join(nowhere, 'x.audit'))).toEqual({ code: 1, said: `${nowhere} does not exist.\n` })
})
