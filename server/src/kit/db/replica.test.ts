import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { askServer, createDatabase, onServer, temporaryFolder } from '../../../test/cluster.ts'
import { createGiven } from '../../../test/given.ts'
import { startReplicated } from '../../../test/replicated.ts'
import { boot } from '../../boot.ts'
import { openDatabase } from '../../open-database.ts'
import { readConfig } from '../process/config.ts'

const servers = await startReplicated()
const folder = temporaryFolder('hikmah-replica-')
const { url } = await createDatabase(servers.primaryUrlOf('postgres'))
const readUrl = servers.replicaUrlOf(new URL(url).pathname.slice(1))
const env = {
  NODE_ENV: 'test',
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'silent',
  DEMO_DATA: 'false',
  DATABASE_URL: url,
}
const config = readConfig({ ...env, READ_DATABASE_URL: readUrl })
const database = await openDatabase(config)
const { app, house, close } = await boot(config, database)
const { token } = await createGiven(house).staff('owner')

afterAll(async () => {
  await close()
  await database.close()
  await servers.stop()
  rmSync(folder, { recursive: true, force: true })
})

const onReplica = (statement: string) => onServer(servers.replicaUrlOf('postgres'), [statement])

/** What a browser would send with its next call, by name. */
type Cookies = Record<string, string>
const write = async (title: string, to = app): Promise<Cookies> => {
  const answer = await to.inject({
    method: 'POST',
    url: '/api/hikmah/cannedReplies',
    headers: { token },
    payload: { title, text: 'Salam {name}, wait.' },
  })
  expect(answer.statusCode).toBe(200)
  return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
}
const titles = async (cookies: Cookies = {}, from = app) => {
  const answer = await from.inject({ url: '/api/hikmah/cannedReplies', headers: { token }, cookies })
  expect(answer.statusCode).toBe(200)
  return (answer.json().data as { title: string }[]).map(({ title }) => title)
}
const countReads = async (at: string) => {
  const [row] = await askServer<{ n: number }>(
    at,
    `select count(*) filter (where query like '%canned_replies%' and pid <> pg_backend_pid())::int as n from pg_stat_activity where datname = current_database()`,
  )
  return row!.n
}
const countReadsThere = () => countReads(readUrl)

const readThere = async (written: Cookies) => {
  await titles(written)
  return countReadsThere()
}
/** By then the console knows that an idle replica has all. */
const LEARNED_MS = 1000

test('lists are read from the replica, once it has what the caller wrote last', async () => {
  const written = await write('First')
  expect(await titles(), 'who does not say what they wrote reads the primary').toContain('First')
  expect(await countReadsThere()).toBe(0)
  await expect.poll(() => readThere(written)).toBeGreaterThan(0)
  expect(await titles(written)).toContain('First')
})

test('nobody misses what they have just written, while others read what the replica has', async () => {
  const before = await write('Second')
  await sleep(LEARNED_MS)
  await onReplica('select pg_wal_replay_pause()')
  const after = await write('Third')
  for (let i = 0; i < 20; i += 1) expect(await titles(after)).toContain('Third')
  expect(await titles({ ...after, ...before }), 'whose answer of before came later').toContain('Third')
  expect(await titles(before), 'read where it is not yet').not.toContain('Third')
  // One that stays behind is not read at all.
  await expect.poll(() => titles(before), { timeout: 10_000 }).toContain('Third')
  await onReplica('select pg_wal_replay_resume()')
})

test('what is refused says where it stands too, for it may have written', async () => {
  const answer = await app.inject({
    method: 'DELETE',
    url: `/api/hikmah/cannedReplies/${crypto.randomUUID()}`,
    headers: { token },
  })
  expect(answer.statusCode).toBe(404)
  const scope = { path: '/api', httpOnly: true, sameSite: 'Strict' }
  expect(answer.cookies).toEqual([
    { name: 'written', value: expect.anything(), ...scope },
    { name: expect.stringMatching(/^written-/), value: answer.cookies[0]!.value, maxAge: 10, ...scope },
  ])
})

test('while the replica is away the primary answers, and it is read again once it is back', async () => {
  const written = await write('Fourth')
  await expect.poll(() => readThere(written)).toBeGreaterThan(0)
  await servers.stopReplica()
  for (let i = 0; i < 20; i += 1) {
    expect(await titles(written)).toContain('Fourth')
    await sleep(20)
  }
  await servers.startReplica()
  await expect.poll(() => readThere(written), { timeout: 15_000 }).toBeGreaterThan(0)
})

test('a database that is no replica of the first is refused by name', async () => {
  const other = await createDatabase(servers.primaryUrlOf('postgres'))
  await expect(openDatabase(readConfig({ ...env, READ_DATABASE_URL: other.url }))).rejects.toThrow(
    'READ_DATABASE_URL: it leads to no replica of DATABASE_URL, and must',
  )
  await other.drop()
})

test('a former primary that was not wound back is not read, though its log is longer', async () => {
  const former = await write('Fifth')
  await servers.stopReplica()
  // Three files of the log that the replica never gets.
  for (let i = 0; i < 3; i += 1) await onServer(url, ['select txid_current()', 'select pg_switch_wal()'])
  await servers.killPrimary()
  await servers.startReplica()
  await servers.promoteReplica()
  await servers.startFormerPrimary()

  const promoted = { ...env, DATABASE_URL: readUrl, READ_DATABASE_URL: url }
  const another = await openDatabase(readConfig(promoted))
  const house = await boot(readConfig(promoted), another)
  try {
    await sleep(LEARNED_MS)
    const written = await write('Sixth', house.app)
    expect(written.written! > former.written!, 'the timeline goes before the position').toBe(true)
    for (let i = 0; i < 20; i += 1) expect(await titles(written, house.app)).toContain('Sixth')
    expect(await countReads(url)).toBe(0)

    await servers.renewFormerPrimary()
    const readAgain = async () => {
      expect(await titles(written, house.app)).toContain('Sixth')
      expect(await titles(former, house.app), 'what is known of before is no later than all of now').toContain('Sixth')
      return countReads(url)
    }
    await expect.poll(readAgain, { timeout: 15_000 }).toBeGreaterThan(0)
  } finally {
    await house.close()
    await another.close()
  }
})
