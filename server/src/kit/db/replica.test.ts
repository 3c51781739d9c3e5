import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createDatabase, temporaryFolder } from '../../../test/cluster.ts'
import { createGiven } from '../../../test/given.ts'
import { startReplicated } from '../../../test/replicated.ts'
import { boot } from '../../boot.ts'
import { openDatabase } from '../../open-database.ts'
import { readConfig } from '../process/config.ts'

const servers = await startReplicated()
const folder = temporaryFolder('hikmah-replica-')
const { url } = await createDatabase(servers.primary.urlOf('postgres'))
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

const onReplica = async (statement: string) => {
  const client = new pg.Client({ connectionString: servers.replicaUrlOf('postgres') })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The place is what a browser would send with its next call. */
const write = async (title: string) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/hikmah/cannedReplies',
    headers: { token },
    payload: { title, text: 'Salam {name}, wait.' },
  })
  expect(answer.statusCode).toBe(200)
  return answer.cookies.find(({ name }) => name === 'written')!
}
const titles = async (cookie?: { name: string; value: string }) => {
  const headers = { token, ...(cookie && { cookie: `written=${cookie.value}` }) }
  const answer = await app.inject({ url: '/api/hikmah/cannedReplies', headers })
  expect(answer.statusCode).toBe(200)
  return (answer.json().data as { title: string }[]).map(({ title }) => title)
}
const countReadsThere = async () => {
  const [row] = await onReplica(
    `select count(*) filter (where query like '%canned_replies%')::int as n from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
  )
  return row.n as number
}

const readThere = async (written: { name: string; value: string }) => {
  await titles(written)
  return countReadsThere()
}
/** By then the console knows that an idle replica has all. */
const LEARNED_MS = 1000

test('lists are read from the replica, once it has what the caller wrote last', async () => {
  const written = await write('First')
  expect(written).toMatchObject({ path: '/api', httpOnly: true, sameSite: 'Strict' })
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
  expect(answer.cookies.map(({ name }) => name)).toEqual(['written'])
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
  const other = await createDatabase(servers.primary.urlOf('postgres'))
  await expect(openDatabase(readConfig({ ...env, READ_DATABASE_URL: other.url }))).rejects.toThrow(
    'READ_DATABASE_URL: it leads to no replica of DATABASE_URL, and must',
  )
  await other.drop()
})
