import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createHouse } from '../src/boot.ts'
import { record, verifyChain } from '../src/kit/audit/audit.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import { openEmbedded, rowsOf } from '../src/kit/db/db.ts'
import { migrate } from '../src/kit/db/migrate.ts'
import { diskSyncs } from '../src/kit/db/pglite.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { createGiven } from './given.ts'
import { runToEnd, startProcess } from './process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'hikmah-durability-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const ROUNDS = 10
const WRITERS = 8

async function withDatabase<T>(work: (house: ReturnType<typeof createHouse>) => Promise<T>): Promise<T> {
  const database = await openEmbedded(dataDir)
  await migrate(database)
  const config = readConfig({ DATA_DIR: dataDir })
  const done = await work(createHouse(config, database, systemClock, () => undefined))
  await database.close()
  return done
}

test('an acknowledged write of the embedded database has been asked to the disk', async () => {
  await withDatabase(async (house) => {
    const before = diskSyncs.count
    await house.change(systemActor('Test'), async (tx) =>
      record(tx, { action: 'mail.resent', entity: 'mail', entityId: '1', entityName: 'one' }),
    )
    expect(diskSyncs.count).toBeGreaterThan(before)
  })
})

test('ten times killed under write load, the server starts again and no acknowledged write is lost', async () => {
  const { token } = await withDatabase((house) => createGiven(house).staff('owner'))
  const acknowledged: string[] = []
  let sent = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    let isKilled = false
    const write = async () => {
      while (!isKilled) {
        sent += 1
        const orgEmail = `office${sent}@masjid.example`
        const body = {
          orgName: `Masjid ${sent}`,
          orgAdmin: 'Yusuf Rahmani',
          orgEmail,
          phoneFax: { primaryPhone: '+15105550142' },
        }
        const reply = await fetch(`${server.url}/api/organizations`, {
          method: 'POST',
          headers: { token, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).catch(() => undefined)
        if (reply?.status === 200) acknowledged.push(orgEmail)
      }
    }
    const writers = Array.from({ length: WRITERS }, write)
    await new Promise((resolve) => setTimeout(resolve, 300 + round * 60))
    server.kill('SIGKILL')
    isKilled = true
    await Promise.all([...writers, server.ended])
  }

  await withDatabase(async ({ db, keys }) => {
    const rows = await rowsOf<{ org_email: string }>(db, sql`select org_email from invites`)
    const kept = new Set(rows.map((row) => row.org_email))
    expect(acknowledged.length).toBeGreaterThan(ROUNDS)
    expect(acknowledged.filter((email) => !kept.has(email))).toEqual([])
    const [mails] = await rowsOf<{ count: string }>(db, sql`select count(*) as count from mails where kind = 'invite'`)
    expect(Number(mails?.count), 'each invite has its mail, or neither is there').toBe(rows.length)
    const [counted] = await rowsOf<{ count: string }>(
      db,
      sql`select count from list_counts where list = 'invites' and status = 'Invite Sent'`,
    )
    expect(Number(counted?.count)).toBe(rows.length)
    expect(await verifyChain(db, keys.audit)).toMatchObject({ ok: true })
  })
}, 240_000)

test('three times killed under the beats of devices, no acknowledged beat is lost', async () => {
  const keys = await withDatabase(async (house) => {
    const given = createGiven(house)
    const made: string[] = []
    for (let i = 0; i < 60; i += 1) made.push((await given.device()).deviceKey)
    return made
  })
  const rounds = 3
  let acknowledged = 0
  let turn = 0
  for (let round = 0; round < rounds; round += 1) {
    const server = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    let isKilled = false
    const beat = async () => {
      while (!isKilled) {
        turn += 1
        const reply = await fetch(`${server.url}/api/digital-device/heartbeat`, {
          method: 'POST',
          headers: { deviceKey: keys[turn % keys.length]! },
        }).catch(() => undefined)
        if (reply?.status === 200) acknowledged += 1
      }
    }
    const devices = Array.from({ length: WRITERS }, beat)
    await new Promise((resolve) => setTimeout(resolve, 400 + round * 130))
    server.kill('SIGKILL')
    isKilled = true
    await Promise.all([...devices, server.ended])
  }
  await withDatabase(async ({ db }) => {
    const [kept] = await rowsOf<{ beats: string }>(
      db,
      sql`select sum(beat) as beats from device_presence, unnest(beats) as beat`,
    )
    expect(acknowledged).toBeGreaterThan(rounds)
    expect(Number(kept?.beats)).toBeGreaterThanOrEqual(acknowledged)
    // Of each round at most what was under way may be kept without its answer.
    expect(Number(kept?.beats)).toBeLessThanOrEqual(acknowledged + rounds * WRITERS)
  })
}, 120_000)

test('a second process on the same directory stops with a clear text', async () => {
  const first = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const second = await runToEnd({ DATA_DIR: dataDir })
  expect(second.code).toBe(1)
  expect(second.said).toContain('is in use by another process')
  expect(second.said).not.toContain('    at ')
  expect(await first.stop()).toBe(0)
})

test('asked to stop, the server finishes what is under way and ends with 0', async () => {
  const server = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
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
    setTimeout(() => server.kill('SIGTERM'), 500)
    setTimeout(() => request.end(body.slice(10)), 1000)
  })
  expect(await status).toBe(401)
  expect(await server.ended).toBe(0)
})

test('asked to stop under load, the server cuts off no connection that is in use', async () => {
  const { token } = await withDatabase((house) => createGiven(house).staff('owner'))
  const server = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
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

test.each([
  [{ NODE_ENV: 'production' }, ['OWNER_EMAIL', 'OWNER_PASSWORD', 'SMTP_URL', 'MAIL_FROM']],
  [{ PORT: 'many' }, ['PORT']],
  [{ SECRET_KEY: 'short' }, ['SECRET_KEY']],
  [{ TRUSTED_PROXIES: '10.0.0.1, the-proxy' }, ['TRUSTED_PROXIES']],
])('the start is refused with the variable to set: %j', async (env, names) => {
  const { code, said } = await runToEnd({ DATA_DIR: dataDir, ...env } as Record<string, string>)
  expect(code).toBe(1)
  for (const name of names) expect(said).toContain(name)
})
