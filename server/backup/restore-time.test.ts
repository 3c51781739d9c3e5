import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firstBaseJob } from '../src/jobs.ts'
import { archiveFolders, readBases } from '../src/kit/postgres/archive.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { temporaryFolder } from '../test/cluster.ts'
import { runCommand, runToEnd, startCommand, startProcess } from '../test/process.ts'

const root = temporaryFolder('hikmah-restore-time-')
afterAll(() => rmSync(root, { recursive: true, force: true }))
const archive = join(root, 'archive')
const dataDir = join(root, 'data')
const env = { DATA_DIR: dataDir, WAL_ARCHIVE_DIR: archive, STRIPE_SANDBOX: 'false', LOG_LEVEL: 'silent' }

async function run(command: 'base' | 'restore-time', args: string[], env: Record<string, string>) {
  const { code, said } = await runCommand(command, args, env)
  return { code, said }
}

let folders = 0
const restore = (args: string[], more: Record<string, string> = {}) => {
  folders += 1
  return run('restore-time', args, { DATA_DIR: join(root, `restored-${folders}`), ...more })
}

beforeAll(async () => {
  const server = await startProcess(env)
  await vi.waitFor(() => expect(readBases(archive)).toHaveLength(1), { timeout: 60_000 })
  const { code, said } = await run('base', [], env)
  expect(code, said).toBe(0)
  expect(said).toMatch(/^Copied to .+Z\nEach second since \S+Z can be restored\.\n$/)
  expect(readBases(archive)).toHaveLength(2)
  await server.stop()
})

async function expectRefused(words: RegExp, args: string[], more: Record<string, string> = {}) {
  const { code, said } = await restore(args, more)
  expect(code, said).toBe(1)
  expect(said).toMatch(words)
  expect(said).not.toContain('    at ')
}

test('what cannot be is refused in one sentence before anything is written', async () => {
  const [occupied, keyed, filled] = ['occupied', 'keyed', 'filled'].map((name) => join(root, name))
  mkdirSync(join(occupied!, 'postgres'), { recursive: true })
  mkdirSync(keyed!)
  writeFileSync(join(keyed!, 'secret.key'), 'k'.repeat(64))
  mkdirSync(join(filled!, 'uploads'), { recursive: true })
  writeFileSync(join(filled!, 'uploads/paper'), '')
  await Promise.all([
    expectRefused(/^Name the archive/, []),
    expectRefused(/does not exist\n$/, [join(root, 'nowhere')]),
    expectRefused(/^--to: a moment with its zone/, [archive, '--to=2026-11-27 10:15']),
    expectRefused(/^--to: there is no 2026-02-30\. Nothing was restored\.\n$/, [archive, '--to=2026-02-30T10:00:00Z']),
    expectRefused(/^--to: the archive begins at \S+Z\. Nothing was restored\.\n$/, [
      archive,
      '--to=2020-01-01T00:00:00Z',
    ]),
    expectRefused(/^DATABASE_URL: /, [archive], { DATABASE_URL: 'postgres://127.0.0.1/none' }),
    expectRefused(/holds a database\. Restore into an empty directory\.\n$/, [archive], { DATA_DIR: occupied! }),
    expectRefused(/already holds a key/, [archive], { DATA_DIR: keyed! }),
    expectRefused(/uploads is not empty/, [archive], { DATA_DIR: filled! }),
    expectRefused(/^SECRET_KEY: the archive was made with another key/, [archive], { SECRET_KEY: 'o'.repeat(40) }),
  ])
})

test('a new console does not write into the archive of another one', async () => {
  const { code, said } = await runToEnd({ ...env, DATA_DIR: join(root, 'new') })
  expect(code).toBe(1)
  expect(said).toMatch(/^WAL_ARCHIVE_DIR: .+ holds another database than DATA_DIR\..+\n$/)
})

test('a base that could not be taken at the start is taken within the hour', async () => {
  const late = { ...env, WAL_ARCHIVE_DIR: join(root, 'late') }
  const { bases } = archiveFolders(late.WAL_ARCHIVE_DIR)
  const server = await startProcess(late)
  await vi.waitFor(() => expect(readBases(late.WAL_ARCHIVE_DIR)).toHaveLength(1), { timeout: 60_000 })
  const hourly = () => firstBaseJob.work({ config: readConfig(late) }, {})
  renameSync(bases, `${bases}-away`)
  await expect(hourly()).rejects.toThrow('bases')
  renameSync(`${bases}-away`, bases)
  for (const name of readdirSync(bases)) rmSync(join(bases, name), { recursive: true })
  await Promise.all([hourly(), hourly()])
  expect(readBases(late.WAL_ARCHIVE_DIR)).toHaveLength(1)
  await server.stop()
})

/** A copy of the archive in which something is amiss. */
function changed(name: string, change: (folders: ReturnType<typeof archiveFolders>, last: string) => void): string {
  const copy = join(root, name)
  // With its owner, who is PostgreSQL's account.
  execFileSync('cp', ['-a', archive, copy])
  const paths = archiveFolders(copy)
  change(
    paths,
    readdirSync(paths.wal)
      .filter((each) => each.length === 27)
      .sort()
      .at(-1)!,
  )
  return copy
}

test('a whole archive is restored to its end; one that is damaged, or lacks something, is refused, and nothing is left of it', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const bases = ({ bases }: { bases: string }) => readdirSync(bases).map((name) => join(bases, name))
  const whole = await restore([archive])
  expect(whole.code, whole.said).toBe(0)
  expect(whole.said).toMatch(
    /^The base of \S+Z and \d+ segments? of the log …\n[\s\S]*Restored to \S+Z, the end of the archive\.\nThe audit trail is whole: /,
  )
  const kept = folders
  const cases: [RegExp, string, string[]?][] = [
    [
      /^--to: the archive ends with .+ While the console runs, wait a minute and try again\. .+ leave --to out\. Nothing was restored\.\n$/m,
      archive,
      [`--to=${later}`],
    ],
    [
      /base .+ was changed or cut off\. Nothing was restored\.\n$/,
      changed('other-file', (paths) => {
        for (const base of bases(paths)) renameSync(join(base, 'base.tar.gz'), join(base, 'base.tar'))
        for (const base of bases(paths)) writeFileSync(join(base, 'base.tar.gz'), 'other')
      }),
    ],
    [
      /base .+ was changed or cut off/,
      changed('other-manifest', (paths) => {
        for (const base of bases(paths)) {
          const file = join(base, 'backup_manifest')
          writeFileSync(file, readFileSync(file, 'utf8').replace('"Size": ', '"Size": 1'))
        }
      }),
    ],
    [
      /^[\dA-F]{24} of the log is damaged, or cannot be read\. Nothing was restored\.\n$/m,
      changed('cut', ({ wal }, last) => writeFileSync(join(wal, last), 'not gzip')),
    ],
    [
      /^The archive lacks [\dA-F]{24} of its log\. .+ Nothing was restored\.\n$/m,
      changed('gap', ({ wal }) => {
        const names = readdirSync(wal).filter((each) => each.length === 27)
        rmSync(join(wal, names.sort().at(-2)!))
      }),
    ],
    [
      /^The archive holds what was written after a restore \(timeline 2\), but no base since then\. .+ Nothing was restored\.\n$/,
      changed('restored', ({ wal }) => writeFileSync(join(wal, '00000002.history.gz'), '')),
    ],
    [
      /^SECRET_KEY: the console that made this archive had its key from there/m,
      changed('keyless', (paths) => {
        for (const base of bases(paths)) rmSync(join(base, 'secret.key'))
      }),
    ],
  ]
  for (const [words, from, args = []] of cases) await expectRefused(words, [from, ...args])
  for (let n = kept + 1; n <= folders; n += 1) expect(globSync(`restored-${n}/*`, { cwd: root })).toEqual([])
})

async function cutRestore(signal: NodeJS.Signals, into: string) {
  const child = startCommand('restore-time', [archive], { DATA_DIR: into })
  const ended = once(child, 'close')
  await vi.waitFor(() => expect(existsSync(join(into, 'postgres/data/base'))).toBe(true), {
    timeout: 20_000,
    interval: 2,
  })
  child.kill(signal)
  await ended
}

test.each(['SIGINT', 'SIGTERM'] as const)('a restore that %s ends leaves nothing', async (signal) => {
  const cut = join(root, `cut-by-${signal}`)
  await cutRestore(signal, cut)
  expect(readdirSync(cut).filter((name) => name !== 'console.sock')).toEqual([])
})

test('a restore that is killed leaves no folder that a console would begin anew in, and the next one begins it anew', async () => {
  const cut = { DATA_DIR: join(root, 'killed') }
  await cutRestore('SIGKILL', cut.DATA_DIR)
  const started = await runToEnd({ ...env, ...cut, WAL_ARCHIVE_DIR: '' })
  expect(started.said).toBe(
    `DATA_DIR: the restore into ${cut.DATA_DIR} was cut off. Run restore:time again, which begins it anew, or choose another directory.\n`,
  )
  writeFileSync(join(cut.DATA_DIR, 'secret.key'), 'of the restore that was killed')
  mkdirSync(join(cut.DATA_DIR, 'uploads'))
  writeFileSync(join(cut.DATA_DIR, 'uploads', 'f'.repeat(64)), '')
  const { code, said } = await restore([archive], cut)
  expect(code, said).toBe(0)
  const server = await startProcess({ ...env, ...cut, WAL_ARCHIVE_DIR: '' })
  await server.stop()
})

test('of two restores into one empty folder at once, the one that is refused leaves the database of the other', async () => {
  const twice = join(root, 'twice')
  const database = join(twice, 'postgres/data')
  mkdirSync(twice)
  const other = createServer((socket) => {
    mkdirSync(database, { recursive: true })
    socket.end('other')
  })
  await once(other.listen(join(twice, 'console.sock')), 'listening')
  await expectRefused(/is in use by another process/, [archive], { DATA_DIR: twice })
  expect(existsSync(database)).toBe(true)
  other.close()
})

test('once a restored console goes on in the archive, the one of before and another copy write nothing there', async () => {
  const restored = join(root, 'goes-on')
  const copy = join(root, 'goes-on-too')
  for (const into of [restored, copy]) {
    const { code, said } = await restore([archive], { DATA_DIR: into })
    expect(code, said).toBe(0)
  }
  const former = await startProcess(env)
  const next = await startProcess({ ...env, DATA_DIR: restored })
  const timelines = () => readBases(archive).map(({ timeline }) => timeline)
  await vi.waitFor(() => expect(timelines()).toEqual([1, 1, 2]), { timeout: 60_000 })
  const refusal =
    'WAL_ARCHIVE_DIR: the archive was restored since and belongs to another database now. Use a new folder.\n'
  expect(await run('base', [], env)).toEqual({ code: 1, said: refusal })
  await former.stop()
  for (const other of [dataDir, copy])
    expect(await runToEnd({ ...env, DATA_DIR: other })).toMatchObject({ code: 1, said: refusal })
  expect(timelines()).toEqual([1, 1, 2])
  await next.stop()
})
