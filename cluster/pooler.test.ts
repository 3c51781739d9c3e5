import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyEndpoint, apiUrl } from '@hikmah/contract/endpoint'
import { invites } from '@hikmah/contract/invites/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHouse } from '../server/src/boot.ts'
import { openPostgres } from '../server/src/kit/db/db.ts'
import { systemClock } from '../server/src/kit/process/clock.ts'
import { readConfig } from '../server/src/kit/process/config.ts'
import { askServer, createDatabase, onServer, temporaryFolder } from '../server/test/cluster.ts'
import { everyEndpoint } from '../server/test/every-endpoint.ts'
import { createGiven } from '../server/test/given.ts'
import { BUILT, type RunningProcess, runToEnd, startProcess } from '../server/test/process.ts'
import { startReplicated } from '../server/test/replicated.ts'
import { type Started, startDebianPostgres, startPgBouncer } from './debian-postgres.ts'
import { needs } from './needs.ts'
import { revokeSomebody } from './revoke-somebody.ts'

const CONSOLES = 3
/** As deploy/pgbouncer.ini has it. */
const POOL = 10
const CALLS = 20_000
const IN_FLIGHT = 40
const OUT_MS = 1000

needs('pgbouncer', 'pg_ctlcluster')('three consoles behind PgBouncer in transaction mode', () => {
  const dataDir = temporaryFolder('hikmah-pooler-')
  const SECRET_KEY = 'Vn8sQ0b2LkT4xRzJ6mYcWd3fHpA9eU7g'
  let server: Started
  let pooler: Started
  let direct: string
  const consoles: RunningProcess[] = []
  let given: ReturnType<typeof createGiven>
  let closeHouse: () => Promise<void>

  const env = () => ({
    DATA_DIR: dataDir,
    DATABASE_URL: pooler.url,
    DIRECT_DATABASE_URL: direct,
    SECRET_KEY,
    STRIPE_SANDBOX: 'false',
    LOG_LEVEL: 'warn',
  })

  beforeAll(async () => {
    server = await startDebianPostgres()
    direct = (await createDatabase(server.url)).url
    pooler = await startPgBouncer(direct)
    consoles.push(await startProcess({ ...env(), DEMO_DATA: 'true' }, BUILT))
    const others = Array.from({ length: CONSOLES - 1 }, () => startProcess(env(), BUILT))
    consoles.push(...(await Promise.all(others)))
    const database = openPostgres(direct)
    const house = createHouse(readConfig({ DATA_DIR: dataDir, SECRET_KEY }), database, systemClock, () => undefined)
    given = createGiven(house)
    closeHouse = database.close
  })
  afterAll(async () => {
    await Promise.all(consoles.map(({ stop }) => stop()))
    await closeHouse?.()
    await pooler?.stop()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const send = async (n: number, endpoint: AnyEndpoint, input: object, token: string) => {
    const { body } = input as { body?: object }
    const answer = await fetch(consoles[n % CONSOLES]!.url + apiUrl(endpoint, input as never), {
      method: endpoint.method,
      headers: { token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  test('a start without DIRECT_DATABASE_URL is refused in one line that names it', async () => {
    expect(await runToEnd({ ...env(), DIRECT_DATABASE_URL: '', LOG_LEVEL: 'silent' })).toEqual({
      code: 1,
      said: 'DATABASE_URL: it leads through a pooler, which may stand before DATABASE_URL and READ_DATABASE_URL alone; set DIRECT_DATABASE_URL to the address of the database itself.\n',
    })
  })

  test('limits hold through the pooler, and no statement is kept there by name', async () => {
    const settings = `select name, setting from pg_settings where name in ('jit', 'statement_timeout') order by name`
    expect(await askServer(pooler.url, settings)).toEqual([
      { name: 'jit', setting: 'off' },
      { name: 'statement_timeout', setting: '5000' },
    ])
    expect(await askServer(pooler.url, 'select name from pg_prepared_statements')).toEqual([])
  })

  /** One call after another, every 25th a write, of lists with other words and pages, and of what belongs to organizations. */
  async function mixCalls() {
    const { token } = await given.staff('owner')
    const words = ['masjid', 'noor', 'a', 'center of the', '12-3456789', 'zzzz', 'ال', 'yusuf@']
    const reads = everyEndpoint.filter(
      ({ method, allow, download }) => method === 'GET' && allow !== 'public' && !download,
    )
    const lists = reads.filter(({ path, query }) => !path.includes(':') && 'page' in shapeOf(query))
    const details = reads.filter(({ path }) => /^[^:]*organization[^:]*:(id|orgId)(\/\w+)?$/i.test(path))
    const { text } = await send(0, organizations.listOrganizations, { query: { page: 1, limit: 50 } }, token)
    const ids: string[] = JSON.parse(text).data.map(({ _id }: { _id: string }) => _id)
    expect([lists.length > 15, details.length > 5, ids.length > 20]).toEqual([true, true, true])
    return (n: number) => {
      if (n % 25 === 0) {
        const body = {
          orgName: `Masjid ${n}`,
          orgAdmin: 'Yusuf Rahmani',
          orgEmail: `office${n}@pooler.example`,
          phoneFax: { primaryPhone: '+15105550142' },
        }
        return send(n, invites.inviteOrganization, { body }, token)
      }
      if (n % 3 === 0) {
        const id = ids[n % ids.length]!
        return send(n, details[n % details.length]!, { params: { id, orgId: id } }, token)
      }
      const list = lists[n % lists.length]!
      const q = n % 2 === 0 && 'q' in shapeOf(list.query) ? { q: words[n % words.length] } : {}
      return send(n, list, { query: { ...q, page: 1 + (n % 4) } }, token)
    }
  }

  test('20,000 mixed calls are answered, none with 5xx, and who is revoked meanwhile is out within a second everywhere', async () => {
    const call = await mixCalls()
    const { token: owner } = await given.staff('owner')
    const statuses = new Map<number, number>()
    const failures = new Set<string>()
    const outAfter: number[] = []
    let slowestCall = 0
    let next = 0
    const began = performance.now()
    const work = async () => {
      for (let n = next++; n < CALLS; n = next++) {
        const sentAt = performance.now()
        const { status, text } = await call(n)
        slowestCall = Math.max(slowestCall, Math.round(performance.now() - sentAt))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) failures.add(`${status} ${text.slice(0, 200)}`)
      }
    }
    const revoke = async () => {
      while (next < CALLS) {
        outAfter.push(...(await revokeSomebody(consoles, given, owner)))
        await sleep(500)
      }
    }
    await Promise.all([revoke(), ...Array.from({ length: IN_FLIGHT }, work)])
    const perSecond = Math.round(CALLS / ((performance.now() - began) / 1000))
    const slowest = Math.round(Math.max(...outAfter))
    process.stderr.write(
      `${perSecond} calls a second, the slowest ${slowestCall} ms, ${JSON.stringify(Object.fromEntries(statuses))}; ${outAfter.length} times out after at most ${slowest} ms\n`,
    )
    const reasons = consoles.flatMap(({ said }) => said().match(/^.*"(unavailable|unexpected error)".*$/gm) ?? [])
    expect([...failures], reasons.join('\n')).toEqual([])
    expect((statuses.get(200) ?? 0) / CALLS).toBeGreaterThan(0.95)
    expect(outAfter.length).toBeGreaterThan(30)
    expect(slowest).toBeLessThan(OUT_MS)
  })

  test('who waits seven seconds for a connection of the pooler is answered', async () => {
    const { token } = await given.staff('owner')
    const hold = () => onServer(pooler.url, ['begin', 'select pg_sleep(4)', 'select pg_sleep(3.5)', 'commit'])
    const held = Promise.all(Array.from({ length: POOL }, hold))
    await sleep(500)
    const sentAt = performance.now()
    const answers = await Promise.all(consoles.map((_, n) => send(n, organizations.listOrganizations, {}, token)))
    expect(answers.map(({ status, text }) => (status === 200 ? status : text))).toEqual(consoles.map(() => 200))
    expect(performance.now() - sentAt).toBeGreaterThan(6000)
    await held
  })

  test('who is revoked is out within a second too where the connections that listen are frozen', async () => {
    const { token: owner } = await given.staff('owner')
    const listening = await askServer<{ pid: number }>(
      direct,
      `select pid from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )
    expect(listening.length).toBeGreaterThanOrEqual(CONSOLES)
    for (const { pid } of listening) process.kill(pid, 'SIGSTOP')
    const outAfter = await revokeSomebody(consoles, given, owner)
    for (const { pid } of listening) process.kill(pid, 'SIGCONT')
    process.stderr.write(`frozen, out after ${outAfter.map(Math.round).join(', ')} ms\n`)
    expect(Math.max(...outAfter)).toBeLessThan(OUT_MS)
  })
})

needs('pgbouncer')('a replica behind PgBouncer in transaction mode', () => {
  const folder = temporaryFolder('hikmah-pooled-replica-')
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  test('is read, and without DIRECT_DATABASE_URL refused in one line', async () => {
    const servers = await startReplicated()
    ends.push(servers.stop)
    const { url } = await createDatabase(servers.primaryUrlOf('postgres'))
    const replicaUrl = servers.replicaUrlOf(new URL(url).pathname.slice(1))
    await vi.waitFor(() => askServer(replicaUrl, 'select 1'), 10_000)
    const pooler = await startPgBouncer(replicaUrl)
    ends.push(pooler.stop)
    const env = { DATA_DIR: folder, DATABASE_URL: url, READ_DATABASE_URL: pooler.url, STRIPE_SANDBOX: 'false' }
    expect(await runToEnd({ ...env, LOG_LEVEL: 'silent' })).toEqual({
      code: 1,
      said: 'READ_DATABASE_URL: it leads through a pooler, which may stand before DATABASE_URL and READ_DATABASE_URL alone; set DIRECT_DATABASE_URL to the address of the database itself.\n',
    })
    const served = await startProcess({ ...env, DIRECT_DATABASE_URL: url, LOG_LEVEL: 'warn' }, BUILT)
    ends.push(served.stop)
    const database = openPostgres(url)
    ends.push(database.close)
    const house = createHouse(readConfig({ DATA_DIR: folder }), database, systemClock, () => undefined)
    const { token } = await createGiven(house).staff('owner')
    const ask = (init: RequestInit = {}) =>
      fetch(`${served.url}/api/hikmah/cannedReplies`, { ...init, headers: { token, ...init.headers } })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'First', text: 'Salam {name}, wait.' })
    const written = await ask({ method: 'POST', headers, body })
    const [cookie = ''] = written.headers.getSetCookie().map((one) => one.split(';')[0]!)
    const readThere = async () => {
      expect(await (await ask({ headers: { cookie } })).text()).toContain('First')
      const asked = `select count(*)::int as n from pg_stat_activity where query like '%canned_replies%' and pid <> pg_backend_pid()`
      return (await askServer<{ n: number }>(replicaUrl, asked))[0]!.n
    }
    await expect.poll(readThere).toBeGreaterThan(0)
    expect(served.said()).not.toContain('unavailable')
  })
})

const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {}
