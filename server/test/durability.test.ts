import { existsSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHouse } from '../src/boot.ts'
import { verifyTrail } from '../src/kit/audit/verify-trail.ts'
import { rowsOf } from '../src/kit/db/db.ts'
import { migrate } from '../src/kit/db/migrate.ts'
import { openEmbedded } from '../src/kit/postgres/embedded.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { temporaryFolder } from './cluster.ts'
import { createGiven } from './given.ts'
import { isAlive, type RunningProcess, runToEnd, startProcess } from './process.ts'

const dataDir = temporaryFolder('hikmah-durability-')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** `KILL_ROUNDS=10 vitest run server/test/durability.test.ts` for a longer look. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)
const WRITERS = 8

const start = () => startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })

async function withHouse<T>(work: (house: ReturnType<typeof createHouse>) => Promise<T>): Promise<T> {
  const database = await openEmbedded(dataDir)
  await migrate(database)
  try {
    return await work(createHouse(readConfig({ DATA_DIR: dataDir }), database, systemClock, () => undefined))
  } finally {
    await database.close()
  }
}

/** The process id of the PostgreSQL that runs on the directory. */
const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

let token = ''
let deviceKeys: string[] = []
beforeAll(async () => {
  await withHouse(async (house) => {
    const given = createGiven(house)
    token = (await given.staff('owner')).token
    for (let i = 0; i < 30; i += 1) deviceKeys = [...deviceKeys, (await given.device()).deviceKey]
  })
})

const invited: string[] = []
let acknowledgedBeats = 0
let turn = 0

async function inviteOrganization(url: string) {
  turn += 1
  const orgEmail = `office${turn}@masjid.example`
  const body = {
    orgName: `Masjid ${turn}`,
    orgAdmin: 'Yusuf Rahmani',
    orgEmail,
    phoneFax: { primaryPhone: '+15105550142' },
  }
  const reply = await fetch(`${url}/api/organizations`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (reply.status === 200) invited.push(orgEmail)
  else note(reply)
}

async function beat(url: string) {
  turn += 1
  const headers = { deviceKey: deviceKeys[turn % deviceKeys.length]! }
  const reply = await fetch(`${url}/api/digital-device/heartbeat`, { method: 'POST', headers })
  if (reply.status === 200) acknowledgedBeats += 1
  else note(reply)
}

async function readInvites(url: string) {
  const reply = await fetch(`${url}/api/hikmah/organization-invited?page=1`, { headers: { token } })
  if (reply.status !== 200) note(reply)
}

/** How often each status came, of what was not done. */
const refused: Record<number, number> = {}
const note = ({ status }: Response) => {
  refused[status] = (refused[status] ?? 0) + 1
}

/** Invites and beats from all sides, some of both acknowledged, until `end` has ended what they go to. */
async function underLoad(server: RunningProcess, ms: number, end: () => Promise<unknown>) {
  const before = { invites: invited.length, beats: acknowledgedBeats }
  const isHeard = () => invited.length > before.invites + 1 && acknowledgedBeats > before.beats + 1
  let isOver = false
  const writer = async (_: unknown, n: number) => {
    const call = [inviteOrganization, beat, readInvites][n % 3]!
    while (!isOver) await call(server.url).catch(() => undefined)
  }
  const writers = Array.from({ length: WRITERS }, writer)
  try {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await expect.poll(isHeard, { timeout: 15_000, interval: 5 }).toBe(true)
    await end()
  } finally {
    isOver = true
  }
  await Promise.all(writers)
}

test(`${ROUNDS} times killed under load, the console leaves nothing running and starts again`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await start()
    const pid = postmaster()
    await underLoad(server, 300 + round * 90, async () => {
      server.kill('SIGKILL')
      await server.ended
    })
    await expect.poll(() => isAlive(pid), { timeout: 5000, interval: 20 }).toBe(false)
  }
}, 240_000)

/** A process that serves one connection. All others are ended with it, and the server looks through its log. */
function killConnection(pid: number) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const isConnection = (child: string) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('hikmah')
  process.kill(Number(children.findLast(isConnection)), 'SIGKILL')
}

const ends: [string, (pid: number) => void][] = [
  ['killed', (pid) => void process.kill(pid, 'SIGKILL')],
  ['asked to end', (pid) => void process.kill(pid, 'SIGINT')],
  ['told to end at once', (pid) => void process.kill(pid, 'SIGQUIT')],
]
if (process.platform === 'linux') ends.push(['left by one of its processes', killConnection])

test('PostgreSQL ends under load in every way and comes back under the running console, which never answers 500', async () => {
  const server = await start()
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status
  for (const [how, end] of ends) {
    const before = refused[503] ?? 0
    await underLoad(server, 300, async () => {
      end(postmaster())
      await expect.poll(() => refused[503] ?? 0, { interval: 5, message: how }).toBeGreaterThan(before)
      await expect.poll(readiness, { timeout: 20_000, message: how }).toBe(200)
    })
  }
  const before = invited.length
  await inviteOrganization(server.url)
  expect(invited.length).toBe(before + 1)
  expect(await server.stop()).toBe(0)
  expect(Object.keys(refused)).toEqual(['503'])
}, 120_000)

test('after all that no acknowledged write is lost, and nothing is there by half', async () => {
  await withHouse(async ({ db, database, keys }) => {
    const rows = await rowsOf<{ org_email: string }>(db, sql`select org_email from invites`)
    const kept = new Set(rows.map((row) => row.org_email))
    expect(invited.length).toBeGreaterThan(ROUNDS)
    expect(invited.filter((email) => !kept.has(email))).toEqual([])

    const [mails] = await rowsOf<{ count: string }>(db, sql`select count(*) as count from mails where kind = 'invite'`)
    expect(Number(mails?.count), 'each invite has its mail, or neither is there').toBe(rows.length)
    const [counted] = await rowsOf<{ count: string }>(
      db,
      sql`select count from list_counts where list = 'invites' and status = 'Invite Sent'`,
    )
    expect(Number(counted?.count)).toBe(rows.length)
    expect(await verifyTrail(database, keys)).toMatchObject({ ok: true })

    const [beats] = await rowsOf<{ sum: string }>(db, sql`select sum(beat) from device_presence, unnest(beats) as beat`)
    expect(acknowledgedBeats).toBeGreaterThan(ROUNDS)
    expect(Number(beats?.sum)).toBeGreaterThanOrEqual(acknowledgedBeats)
    // Of each round at most what was under way may be kept without its answer.
    expect(Number(beats?.sum)).toBeLessThanOrEqual(acknowledgedBeats + (ROUNDS + 3) * WRITERS)
  })
})

test('a second process on the same directory stops with a clear text', async () => {
  const first = await start()
  const second = await runToEnd({ DATA_DIR: dataDir })
  expect(second.code).toBe(1)
  expect(second.said).toContain(`${dataDir} is in use by another process`)
  expect(second.said).not.toContain('    at ')
  expect(await first.stop()).toBe(0)
}, 60_000)

test('asked to stop, the server finishes what is under way and ends with 0', async () => {
  const server = await start()
  const body = JSON.stringify({ userName: 'nobody@hikmah.example', password: 'x' })
  const status = new Promise<number | undefined>((resolve, reject) => {
    const request = http.request(
      `${server.url}/api/hikmah/auth/authenticateWithPassword`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length } },
      (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      },
    )
    request.on('error', reject)
    request.write(body.slice(0, 10))
    setTimeout(() => server.kill('SIGTERM'), 300)
    setTimeout(() => request.end(body.slice(10)), 600)
  })
  expect(await status).toBe(401)
  expect(await server.ended).toBe(0)
})

test('asked to stop under load, the server cuts off no connection that is in use', async () => {
  const server = await start()
  const outcomes: Record<string, number> = {}
  let isOver = false
  const reader = async () => {
    while (!isOver) {
      const outcome = await fetch(`${server.url}/api/hikmah/getAllOrganizations?page=1`, { headers: { token } }).then(
        async (reply) => {
          await reply.text()
          return String(reply.status)
        },
        (error: Error) => (error.cause as { code?: string }).code ?? error.message,
      )
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (outcome === 'ECONNREFUSED') return
    }
  }
  const readers = Array.from({ length: 20 }, reader)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await server.stop()).toBe(0)
  isOver = true
  await Promise.all(readers)
  // Who comes at the moment the door is shut may find it closing: at most once for each reader.
  const { ECONNRESET: atTheDoor = 0, ECONNREFUSED: _, ...answered } = outcomes
  expect(Object.keys(answered)).toEqual(['200'])
  expect(atTheDoor).toBeLessThanOrEqual(readers.length)
}, 60_000)

test('a start that is refused names the variables to set, and starts nothing', async () => {
  const { code, said } = await runToEnd({ DATA_DIR: dataDir, NODE_ENV: 'production' })
  expect(code).toBe(1)
  for (const name of ['OWNER_EMAIL', 'OWNER_PASSWORD', 'SMTP_URL', 'MAIL_FROM']) expect(said).toContain(name)
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
})
