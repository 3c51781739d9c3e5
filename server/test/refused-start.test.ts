import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { askServer, createDatabase, onServer, temporaryFolder } from './cluster.ts'
import { runToEnd } from './process.ts'

const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
const dataDir = temporaryFolder('hikmah-refused-start-')
afterAll(async () => {
  await drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const refusal = (env: Record<string, string>) =>
  runToEnd({ DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent', ...env })

test('a start on a port that is in use ends with one line that names PORT', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  expect(await refusal({ PORT: String(port) })).toEqual({
    code: 1,
    said: `PORT: ${port} on 127.0.0.1 is in use. End what uses it, or choose another one.\n`,
  })
  other.close()
})

test('a first start on a port that is in use writes nothing before it says so', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const ownDir = join(dataDir, 'first')
  expect(await refusal({ PORT: String(port), DATA_DIR: ownDir, DATABASE_URL: '' })).toMatchObject({ code: 1 })
  expect(existsSync(ownDir)).toBe(false)
  other.close()
})

test('a start on an address of another machine ends with one line that names HOST', async () => {
  expect(await refusal({ HOST: '192.0.2.1' })).toEqual({
    code: 1,
    said: 'HOST: 192.0.2.1 is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.\n',
  })
})

test.each(['DATABASE_URL', 'MIGRATE_DATABASE_URL'])(
  'a start whose %s nobody answers ends with one line that names it, without its password',
  async (name) => {
    expect(await refusal({ [name]: 'postgres://x:Secret-1@127.0.0.1:1/z' })).toEqual({
      code: 1,
      said: `${name}: the database cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct the address.\n`,
    })
  },
)

test('a start whose object store nobody answers ends with one line that names it, without the key', async () => {
  const key = { AWS_ACCESS_KEY_ID: 'Known-1', AWS_SECRET_ACCESS_KEY: 'Secret-1' }
  const { code, said } = await refusal({ ...key, STORAGE_URL: 's3://files/console?endpoint=http://127.0.0.1:1' })
  expect(code).toBe(1)
  expect(said).toMatch(
    /^STORAGE_URL: nothing can be written to s3:\/\/files\/console \(ECONNREFUSED: [^\n]*\)\. [^\n]*s3:PutObject\.\n$/,
  )
  expect(said).not.toMatch(/Known-1|Secret-1/)
})

test('a first start on a database that lacks what it needs ends with one line that names it, and changes nothing', async () => {
  const empty = await createDatabase(inject('serverUrl'))
  await onServer(empty.url, [
    `create function lacks() returns event_trigger language plpgsql as $$ begin raise 'extension "pg_trgm" is not available'; end $$`,
    `create event trigger lacks on ddl_command_start when tag in ('CREATE EXTENSION') execute function lacks()`,
  ])
  const { code, said } = await refusal({ DATABASE_URL: empty.url })
  expect(said).toMatch(
    /^DATABASE_URL: this PostgreSQL \S+ does not offer the extension pg_trgm, of the contrib package, \(extension "pg_trgm" is not available\); docs\/engines\.md says which engines serve\.\n$/,
  )
  expect(code).toBe(1)
  expect(await askServer(empty.url, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  await empty.drop()
})

test.runIf(process.platform === 'linux').each([
  ['the database of the console', ''],
  ['another one', url],
])('a start with a DATA_DIR that cannot be made ends with one line that names it, with %s', async (_, databaseUrl) => {
  expect(await refusal({ DATA_DIR: '/proc/no/folder', DATABASE_URL: databaseUrl })).toEqual({
    code: 1,
    said: 'DATA_DIR: /proc/no cannot be made (ENOENT). Choose another one.\n',
  })
})

/** Root may write everywhere. */
const unprivileged = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

describe.runIf(process.platform === 'linux')('where nothing can be written', () => {
  const folder = join(dataDir, 'closed')
  const within = join(folder, 'within')
  const SECRET = { SECRET_KEY: 'Vn8sQ0b2LkT4xRzJ6mYcWd3fHpA9eU7g', STRIPE_SANDBOX: 'false' }
  beforeAll(() => {
    mkdirSync(within, { recursive: true })
    chmodSync(dataDir, 0o711)
    for (const closed of [within, folder]) chmodSync(closed, 0o555)
  })
  afterAll(() => {
    for (const closed of [folder, within]) chmodSync(closed, 0o755)
  })

  test.each<[string, Record<string, string>, string]>([
    ['DATA_DIR is such a folder', { DATA_DIR: folder }, `DATA_DIR: nothing can be written to ${folder} (EACCES). `],
    [
      'DATA_DIR would be made in one',
      { DATA_DIR: join(folder, 'a/b') },
      `DATA_DIR: nothing can be written to ${folder} (EACCES). `,
    ],
    [
      'the database is another',
      { DATA_DIR: folder, DATABASE_URL: url, ...SECRET },
      `DATA_DIR: nothing can be written to ${folder} (EACCES). `,
    ],
    [
      'uploads go there',
      { DATA_DIR: '/tmp/not-needed', DATABASE_URL: url, STORAGE_URL: `file://${within}`, ...SECRET },
      `STORAGE_URL: nothing can be written to ${within} (EACCES). `,
    ],
  ])('a start is refused in one line that names the variable: %s', async (_, env, begins) => {
    const { code, said } = await runToEnd({ DATABASE_URL: '', LOG_LEVEL: 'silent', ...env }, unprivileged)
    expect(said.slice(0, begins.length)).toBe(begins)
    expect([code, said.split('\n').length]).toEqual([1, 2])
  })
})
