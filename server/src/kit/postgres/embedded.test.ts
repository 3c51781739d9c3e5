import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, globSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/cluster.ts'
import { runToEnd, startProcess, TESTED } from '../../../test/process.ts'
import { ConfigError } from '../process/config-error.ts'
import { defaultDataDir, findImpassable, SYSTEM_FOLDER } from '../process/data-directory.ts'
import { openEmbedded } from './embedded.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.geteuid?.() === 0
const root = temporaryFolder('hikmah-embedded-')
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function worksIn(dataDir: string) {
  const first = await openEmbedded(dataDir)
  await first.script('create table kept (id int)')
  await expect(openEmbedded(dataDir)).rejects.toThrow(ConfigError)
  await first.close()
  const again = await openEmbedded(dataDir)
  await again.script('insert into kept values (1)')
  await again.close()
}

test.each([
  ['spaces and letters of every script', 'Moschee Köln مسجد النور'],
  ['a name longer than the address of a socket may be', 'long/'.repeat(30)],
])(
  'the database works in a folder with %s',
  async (_, name) => {
    await worksIn(join(root, name))
  },
  60_000,
)

test('what is written right after a start is archived as soon as what is written later, also after PostgreSQL died', async () => {
  const dataDir = join(root, 'archived')
  const settings = { archive_mode: 'on', archive_timeout: '1', archive_command: 'echo %f >>../archived' }
  const database = await openEmbedded(dataDir, () => ({ settings }))
  onTestFinished(() => database.close())
  const archived = () => readFileSync(join(dataDir, 'postgres/archived'), 'utf8').split('\n').length
  await database.script('create table kept (id int)')
  await expect.poll(() => existsSync(join(dataDir, 'postgres/archived'))).toBe(true)
  const before = archived()
  process.kill(database.server.pid()!, 'SIGKILL')
  await vi.waitFor(() => database.script('insert into kept values (1)'), { timeout: 20_000 })
  await expect.poll(archived).toBeGreaterThan(before)
}, 60_000)

test('it works in a folder that only its owner may enter, and nothing in it is for others to read', async () => {
  const dataDir = join(root, 'private')
  mkdirSync(dataDir, { mode: 0o700 })
  const server = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const readable = globSync('**', { cwd: dataDir })
    .map((name) => join(dataDir, name))
    .filter((path) => path !== dataDir && (lstatSync(path).mode & 0o077) !== 0)
  expect(readable).toEqual([])
  expect(lstatSync(dataDir).mode & 0o066).toBe(0)
  await server.stop()
}, 60_000)

test('where the platform has no package, the refusal says so and what to set instead', async () => {
  const { arch } = process
  Object.defineProperty(process, 'arch', { value: 'mips' })
  onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }))
  vi.resetModules()
  const { findBinaries } = await import('./binaries.ts')
  expect(() => findBinaries({})).toThrow(
    `The console brings no PostgreSQL for ${process.platform}-mips. Set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
  )
})

test.runIf(isRoot)('under root a folder that PostgreSQL may not pass is refused by name', async () => {
  const closed = join(root, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const { code, said } = await runToEnd({ DATA_DIR: join(closed, 'data') })
  expect(code).toBe(1)
  expect(said).toContain(`may not pass ${closed}.`)
  expect(said).toContain('DATABASE_URL')
  expect(lstatSync(closed).mode & 0o777).toBe(0o700)
})

test.runIf(isRoot)('under root a checkout that PostgreSQL may not pass keeps its data in a folder of its own', () => {
  const closed = join(root, 'closed-checkout')
  mkdirSync(closed, { mode: 0o700 })
  expect(defaultDataDir(closed)).toMatch(new RegExp(`^${SYSTEM_FOLDER}/data-[0-9a-f]{12}$`))
  expect(defaultDataDir(closed)).not.toBe(defaultDataDir(join(closed, 'other')))
  chmodSync(closed, 0o711)
  expect(defaultDataDir(closed)).toBe(join(closed, 'data'))
})

/** In namespaces of its own for network, processes and IPC, as another container on the same volume is. */
const inNamespaces = (env: Record<string, string>) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const args = ['--net', '--pid', '--ipc', '--mount-proc', '--fork', 'node', TESTED]
    const child = spawn('unshare', args, {
      env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', DEMO_DATA: 'false', PORT: '0', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.once('close', (code) => resolve({ code, said }))
  })

test.runIf(isRoot && process.platform === 'linux')(
  'a console in other namespaces is refused too',
  async () => {
    const dataDir = join(root, 'namespaces')
    const first = await openEmbedded(dataDir)
    const { code, said } = await inNamespaces({ DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(said).toContain('is in use by another process')
    await first.close()
  },
  60_000,
)

// An account without rights must be able to read the sources that it runs.
test.runIf(isRoot && !findImpassable(import.meta.dirname, NOBODY))(
  'an ordinary user runs it as themselves',
  async () => {
    const dataDir = join(root, 'ordinary')
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY.uid, NOBODY.gid)
    const server = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', HOME: dataDir }, TESTED, NOBODY)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  },
  60_000,
)
