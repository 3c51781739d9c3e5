import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Media } from '@hikmah/contract/media'
import { afterAll, expect, test } from 'vitest'
import { createHouse } from '../server/src/boot.ts'
import { openPostgres } from '../server/src/kit/db/db.ts'
import { readBases } from '../server/src/kit/postgres/archive.ts'
import { findRunning } from '../server/src/kit/postgres/embedded.ts'
import { systemClock } from '../server/src/kit/process/clock.ts'
import { readConfig } from '../server/src/kit/process/config.ts'
import { askServer, onServer, temporaryFolder } from '../server/test/cluster.ts'
import { createGiven } from '../server/test/given.ts'
import { form, picture } from '../server/test/media.ts'
import { isAlive, type RunningProcess, startProcess } from '../server/test/process.ts'
import { type DebianPostgres, preparePgBackRest, startDebianPostgres } from './debian-postgres.ts'
import { needs } from './needs.ts'
import { ROOT } from './release.ts'

const SECONDS = 8
const EVERY_MS = 200

const SECRET_KEY = 'Vn8sQ0b2LkT4xRzJ6mYcWd3fHpA9eU7g'

const root = temporaryFolder('hikmah-point-')
const consoles: RunningProcess[] = []
afterAll(async () => {
  await Promise.all(consoles.map((each) => each.stop()))
  rmSync(root, { recursive: true, force: true })
})

async function startConsole(env: Record<string, string>) {
  const started = await startProcess({ STRIPE_SANDBOX: 'false', LOG_LEVEL: 'warn', ...env })
  consoles.push(started)
  return started
}

/** As by a power cut of a machine that never comes back. */
async function destroy(running: RunningProcess, dataDir: string) {
  const pid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  running.kill('SIGKILL')
  await running.ended
  await expect.poll(() => isAlive(pid)).toBe(false)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
}

async function signIn(url: string, env: Record<string, string>): Promise<string> {
  const database = openPostgres(url)
  const house = createHouse(readConfig(env), database, systemClock, () => undefined)
  const { token } = await createGiven(house).staff('owner')
  await database.close()
  return token
}

interface Mark {
  email: string
  sentAt: number
  answeredAt: number
}

let turn = 0
/** Audited writes, some each second, and when each was acknowledged. */
async function writeMarks(url: string, token: string, seconds = SECONDS): Promise<Mark[]> {
  const marks: Mark[] = []
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(EVERY_MS)) {
    turn += 1
    const email = `office${turn}@masjid.example`
    const sentAt = Date.now()
    const reply = await fetch(`${url}/api/organizations`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify({
        orgName: `Masjid ${turn}`,
        orgAdmin: 'Yusuf Rahmani',
        orgEmail: email,
        phoneFax: { primaryPhone: '+15105550142' },
      }),
    })
    expect(reply.status).toBe(200)
    marks.push({ email, sentAt, answeredAt: Date.now() })
  }
  return marks
}

async function upload(url: string, token: string): Promise<string> {
  const { body, type } = await form([
    ['file', await picture(), 'logo.png'],
    ['kind', 'logo'],
  ])
  const reply = await fetch(`${url}/api/media`, { method: 'POST', headers: { token, 'content-type': type }, body })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { data: Media }).data.imageUrl
}

/** Resolves with the seconds until what is written by now is in the archive. */
async function untilArchived(url: string): Promise<number> {
  const wrote = Date.now()
  const archivedAfter = async () => {
    const [row] = await askServer<{ at: Date | null }>(url, 'select last_archived_time as at from pg_stat_archiver')
    return (row?.at?.getTime() ?? 0) - wrote
  }
  await expect.poll(archivedAfter, { timeout: 120_000, interval: 100 }).toBeGreaterThan(0)
  return (await archivedAfter()) / 1000
}

/** A full second amid the marks, so far from the first. */
const secondAmid = (marks: Mark[], share = 0.5) =>
  new Date(Math.ceil(marks[Math.floor(marks.length * share)]!.sentAt / 1000) * 1000)

/** All that was acknowledged until then is there, nothing of what was asked for later, and *Verify* says whole. */
async function expectAsOf(to: Date, url: string, token: string, marks: Mark[]) {
  const invites = await fetch(`${url}/api/hikmah/organization-invited`, { headers: { token } })
  expect(invites.status).toBe(200)
  const listed = await invites.text()
  const before = marks.filter(({ answeredAt }) => answeredAt <= to.getTime())
  const after = marks.filter(({ sentAt }) => sentAt > to.getTime())
  expect(before.filter(({ email }) => !listed.includes(`"${email}"`))).toEqual([])
  expect(after.filter(({ email }) => listed.includes(`"${email}"`))).toEqual([])
  const audit = await fetch(`${url}/api/hikmah/audit/verify`, { headers: { token } })
  expect(await audit.json()).toMatchObject({ data: { ok: true } })
  return { before: before.length, after: after.length }
}

async function restore(archive: string, dataDir: string, to?: Date) {
  const began = performance.now()
  const args = [join(ROOT, 'server/backup/restore-time.ts'), archive, ...(to ? [`--to=${to.toISOString()}`] : [])]
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  const child = spawn('node', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  const said = await text(child.stderr)
  const [code] = await ended
  return { code, said, seconds: (performance.now() - began) / 1000 }
}

test('the database of the console is destroyed, and restored to a second from its archive', async () => {
  const archive = join(root, 'archive')
  const dataDir = join(root, 'data')
  const env = { DATA_DIR: dataDir, WAL_ARCHIVE_DIR: archive }
  const first = await startConsole(env)
  const { url } = (await findRunning(dataDir))!
  const token = await signIn(url, env)
  await expect.poll(() => readBases(archive).length, { timeout: 60_000 }).toBe(1)
  const image = await upload(first.url, token)
  const marks = await writeMarks(first.url, token)
  const late = await upload(first.url, token)
  const waited = await untilArchived(url)
  expect(waited).toBeLessThan(65)
  await destroy(first, dataDir)

  const to = secondAmid(marks)
  const { code, said, seconds } = await restore(archive, dataDir, to)
  expect(code, said).toBe(0)
  expect(said).toMatch(
    /Restored to \S+Z, the (last transaction before that moment|end of the archive)\.\nThe audit trail is whole: /,
  )
  const second = await startConsole(env)
  const found = await expectAsOf(to, second.url, token, marks)
  expect((await fetch(second.url + image)).status).toBe(200)
  expect((await fetch(second.url + late)).status).toBe(404)
  const metrics = await (await fetch(`${second.url}/metrics`)).text()
  expect(Number(/^wal_archive_lag_seconds (\S+)$/m.exec(metrics)?.[1])).toBeLessThan(60)
  process.stdout.write(
    `archived after ${waited.toFixed(0)} s, restored in ${seconds.toFixed(1)} s to ${to.toISOString()}: ${found.before} writes of before are there, ${found.after} of after are not\n${said}`,
  )

  // It goes on in the same archive, with a base of its own.
  await expect.poll(() => readBases(archive).length, { timeout: 60_000 }).toBe(2)
  const more = await writeMarks(second.url, token, 3)
  const archived = untilArchived(url)
  await onServer(url, ['select pg_switch_wal()'])
  await archived
  await destroy(second, dataDir)
  const last = await restore(archive, dataDir)
  expect(last.code, last.said).toBe(0)
  const third = await startConsole(env)
  await expect.poll(() => readBases(archive).map(({ timeline }) => timeline), { timeout: 60_000 }).toEqual([1, 2, 3])
  await expectAsOf(new Date(more.at(-1)!.answeredAt), third.url, token, more)
  await third.stop()

  // What the first restore left behind was not lost.
  const other = join(root, 'other')
  const later = secondAmid(marks, 0.8)
  const wanted = await restore(archive, other, later)
  expect(wanted.code, wanted.said).toBe(0)
  const fourth = await startConsole({ DATA_DIR: other })
  await expectAsOf(later, fourth.url, token, [...marks, ...more])
})

needs('pgbackrest', 'pg_ctlcluster')('a PostgreSQL of Debian with pgBackRest', () => {
  test('is destroyed, and restored to a second', async () => {
    let repository!: ReturnType<typeof preparePgBackRest>
    const settings = (place: DebianPostgres['place']) => {
      repository ??= preparePgBackRest(place)
      return { archive_mode: 'on', archive_command: repository.archiveCommand, archive_timeout: '60' }
    }
    const server = await startDebianPostgres(settings)
    const { place, url } = server
    repository.run('stanza-create')
    repository.run('backup', '--type=full')
    const env = { DATA_DIR: join(root, 'beside'), DATABASE_URL: url, SECRET_KEY }
    const console = await startConsole(env)
    const token = await signIn(url, env)
    const marks = await writeMarks(console.url, token)
    const archived = untilArchived(url)
    await onServer(url, ['select pg_switch_wal()'])
    await archived
    await console.stop()
    await server.kill()
    for (const name of readdirSync(place.data)) rmSync(join(place.data, name), { recursive: true, maxRetries: 20 })

    const to = secondAmid(marks)
    const target = to.toISOString().replace('T', ' ').replace('Z', '+00')
    repository.run('--type=time', `--target=${target}`, '--target-action=promote', 'restore')
    const restored = await startDebianPostgres(settings, place)
    const isRecovering = async () => (await askServer(url, 'select where pg_is_in_recovery()')).length > 0
    await expect.poll(isRecovering, { timeout: 60_000 }).toBe(false)
    const again = await startConsole(env)
    const { before, after } = await expectAsOf(to, again.url, token, marks)
    process.stdout.write(`pgBackRest: ${before} writes of before are there, ${after} of after are not\n`)
    await again.stop()
    await restored.stop()
    repository.remove()
  })
})
