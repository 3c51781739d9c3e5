import { readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHouse } from '../server/src/boot.ts'
import { openPostgres } from '../server/src/kit/db/db.ts'
import { systemClock } from '../server/src/kit/process/clock.ts'
import { readConfig } from '../server/src/kit/process/config.ts'
import { askServer, createDatabase, freePort, onServer, temporaryFolder } from '../server/test/cluster.ts'
import { createGiven } from '../server/test/given.ts'
import { BUILT, type RunningProcess, startProcess } from '../server/test/process.ts'
import { startReplicated } from '../server/test/replicated.ts'
import { startHaproxy } from './load-balancer.ts'
import { needs } from './needs.ts'
import { revokeSomebody } from './revoke-somebody.ts'

const CONSOLES = 3
const CALLS = 10_000
const IN_FLIGHT = 20
/** Whoever was refused tries again a moment later. */
const AGAIN_MS = 50
/** From the promotion on. */
const BACK_MS = 5000
const OUT_MS = 1000
/** `getconf CLK_TCK` is 100 on every Linux. */
const MS_A_TICK = 10
/** Of readers, 97 % of whose calls read. */
const ROUNDS_A_WRITE = 40

needs('haproxy')('three consoles behind HAProxy, on a primary and a replica', () => {
  const folder = temporaryFolder('hikmah-several-')
  const SECRET_KEY = 'Vn8sQ0b2LkT4xRzJ6mYcWd3fHpA9eU7g'
  const consoles: RunningProcess[] = []
  const ports: number[] = []
  let servers: Awaited<ReturnType<typeof startReplicated>>
  let env: Record<string, string>
  let proxy: Awaited<ReturnType<typeof startHaproxy>>
  let given: ReturnType<typeof createGiven>
  let token: string
  let closeHouse: () => Promise<void>

  const startConsole = (n: number, more: Record<string, string> = {}) =>
    startProcess({ ...env, ...more, PORT: String(ports[n]) }, BUILT)

  beforeAll(async () => {
    servers = await startReplicated({})
    const { pathname } = new URL((await createDatabase(servers.primaryUrlOf('postgres'))).url)
    for (let n = 0; n < CONSOLES; n += 1) ports.push(await freePort())
    proxy = await startHaproxy(folder, ports, [servers.primaryUrlOf('postgres'), servers.replicaUrlOf('postgres')])
    const url = `postgres://hikmah@127.0.0.1:${proxy.databasePort}${pathname}`
    // HAProxy takes each server for what it looks for until it has asked it.
    await vi.waitFor(async () => {
      for (let n = 0; n < 10; n += 1) await onServer(url, ['create temporary table t ()'])
    }, 10_000)
    env = {
      DATA_DIR: folder,
      DATABASE_URL: url,
      READ_DATABASE_URL: servers.replicaUrlOf(pathname.slice(1)),
      SECRET_KEY,
      STRIPE_SANDBOX: 'false',
      LOG_LEVEL: 'warn',
      TRUSTED_PROXIES: '127.0.0.1',
    }
    for (let n = 0; n < CONSOLES; n += 1) consoles.push(await startConsole(n, { DEMO_DATA: 'true' }))
    const database = openPostgres(url)
    const house = createHouse(readConfig({ DATA_DIR: folder, SECRET_KEY }), database, systemClock, () => undefined)
    closeHouse = database.close
    given = createGiven(house)
    token = (await given.staff('owner')).token
    await vi.waitFor(async () => expect((await call('GET', '/healthz')).status).toBe(200), 10_000)
  })
  afterAll(async () => {
    proxy?.stop()
    await Promise.all(consoles.map(({ stop }) => stop()))
    await closeHouse?.()
    await servers?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const agent = new Agent({ keepAlive: true, maxSockets: 2 * IN_FLIGHT })
  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
    new Promise<{ status: number; said: string; cookie: string }>((resolve, reject) => {
      const sent = request(
        {
          agent,
          port: proxy.port,
          method,
          path,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        },
        (answer) => {
          const cookie = answer.headers['set-cookie']?.map((one) => one.split(';')[0]).join('; ') ?? ''
          text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, said, cookie }), reject)
        },
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })

  /** Somebody who writes now and then, and looks at once whether it is there, as a browser does. */
  function createPerson(n: number, roundsAWrite: number) {
    let cookie = ''
    let rounds = 0
    let last = ''
    const seen = { calls: 0, failed: [] as string[], missed: [] as string[] }
    /** What was acknowledged. */
    const [written, deleted] = [[] as string[], [] as string[]]
    const send = async (method: string, path: string, body?: object) => {
      seen.calls += 1
      const answer = await call(method, `/api/hikmah/${path}`, { token, cookie }, body).catch((error: Error) => ({
        status: 0,
        said: error.message,
        cookie: '',
      }))
      if (answer.cookie) cookie = answer.cookie
      if (answer.status !== 200) {
        seen.failed.push(`${method} ${path} ${answer.status} ${answer.said.slice(0, 150)}`)
        await sleep(AGAIN_MS)
      }
      return answer
    }
    const write = async () => {
      const title = `${n} ${rounds}`
      const { status } = await send('POST', 'cannedReplies', { title, text: 'Salam {name}, wait.' })
      if (status !== 200) return
      written.push(title)
      last = title
    }
    const remove = async (said: string) => {
      const gone = written.shift()!
      const replies: { _id: string; title: string }[] = JSON.parse(said).data
      const id = replies.find(({ title }) => title === gone)?._id
      if (id && (await send('DELETE', `cannedReplies/${id}`)).status === 200) deleted.push(gone)
    }
    return {
      seen,
      isKept: (said: string) =>
        written.every((title) => said.includes(`"${title}"`)) && !deleted.some((title) => said.includes(`"${title}"`)),
      async work() {
        if (rounds++ % roundsAWrite === 0) await write()
        const { status, said } = await send('GET', 'cannedReplies')
        if (status === 200 && last && !said.includes(`"${last}"`)) seen.missed.push(last)
        await send('GET', `getAllOrganizations?page=${1 + (rounds % 4)}${rounds % 2 ? '&q=masjid' : ''}`)
        // Few replies, or their list becomes the load.
        if (status === 200 && written.length > 3) await remove(said)
      },
      async leave(said: string) {
        while (written.length > 0) await remove(said)
      },
    }
  }

  async function workThrough(
    calls: number,
    meanwhile: () => Promise<unknown> = async () => undefined,
    roundsAWrite = 5,
  ) {
    const people = Array.from({ length: IN_FLIGHT }, (_, n) =>
      createPerson(n + 100 * Math.floor(Math.random() * 1e6), roundsAWrite),
    )
    let isOver = false
    const done = () => people.reduce((sum, { seen }) => sum + seen.calls, 0)
    await Promise.all([
      meanwhile().finally(() => {
        isOver = true
      }),
      ...people.map(async (person) => {
        while (!isOver || done() < calls) await person.work()
      }),
    ])
    const { said } = await call('GET', '/api/hikmah/cannedReplies', { token })
    const went = {
      calls: done(),
      failed: people.flatMap(({ seen }) => seen.failed),
      missed: people.flatMap(({ seen }) => seen.missed),
      lost: people.filter(({ isKept }) => !isKept(said)).length,
    }
    await Promise.all(people.map(({ leave }) => leave(said)))
    return went
  }
  const tell = (what: string, { calls, failed, missed, lost }: Awaited<ReturnType<typeof workThrough>>) =>
    process.stdout.write(`${what}: ${calls} calls, ${failed.length} failed, ${missed.length} missed, lost by ${lost}\n`)

  test('they are restarted one after another, and no call fails', async () => {
    const went = await workThrough(CALLS, async () => {
      for (let n = 0; n < CONSOLES; n += 1) {
        await sleep(1000)
        expect(await consoles[n]!.stop()).toBe(0)
        consoles[n] = await startConsole(n)
        await sleep(1500)
      }
    })
    tell('restarted in turn', went)
    expect(went.calls).toBeGreaterThanOrEqual(CALLS)
    expect(went).toMatchObject({ failed: [], missed: [], lost: 0 })
  })

  test('the replica goes and comes back, and no call fails and nobody misses what they wrote', async () => {
    const went = await workThrough(3000, async () => {
      await sleep(1000)
      await servers.stopReplica()
      await sleep(3000)
      await servers.startReplica()
      await sleep(3000)
    })
    tell('replica away', went)
    expect(went).toMatchObject({ failed: [], missed: [], lost: 0 })
  })

  test('one is killed and one hangs: only calls under way there fail, and nothing that was acknowledged is lost', async () => {
    const went = await workThrough(3000, async () => {
      await sleep(1000)
      consoles[0]!.kill('SIGKILL')
      await sleep(2000)
      consoles[0] = await startConsole(0)
      await sleep(1000)
      consoles[1]!.kill('SIGSTOP')
      await sleep(4000)
      consoles[1]!.kill('SIGCONT')
      await sleep(1000)
    })
    tell('one killed, one frozen', went)
    expect(went.failed.length).toBeLessThanOrEqual(2 * IN_FLIGHT)
    expect(went).toMatchObject({ missed: [], lost: 0 })
  })

  test('who reads a hundred EINs is in the trail once, though no console saw so many', async () => {
    const reader = await given.staff('admin')
    for (let n = 100; n < 220; n += 1) {
      const { id } = await given.organization({ ein: `12-3456${n}` })
      const status = `${consoles[n % CONSOLES]!.url}/api/hikmah/organizations/${id}/taxStatus`
      expect((await fetch(status, { headers: { token: reader.token } })).status).toBe(200)
    }
    const noted = `select entity_name from audit_entries where action = 'tax-review.eins-read' and actor_id = '${reader.id}'`
    expect(await askServer(env.DATABASE_URL!, noted)).toHaveLength(1)
  })

  test('reads cost the primary less than half where there is a replica', async () => {
    const spentACall = async (more: Record<string, string>) => {
      for (let n = 0; n < CONSOLES; n += 1) {
        await consoles[n]!.stop()
        consoles[n] = await startConsole(n, more)
      }
      await workThrough(1000, undefined, ROUNDS_A_WRITE)
      const before = spentMs(servers.primaryPids())
      const { calls, ...went } = await workThrough(4000, undefined, ROUNDS_A_WRITE)
      expect(went).toEqual({ failed: [], missed: [], lost: 0 })
      return (spentMs(servers.primaryPids()) - before) / calls
    }
    const alone = await spentACall({ READ_DATABASE_URL: '' })
    const beside = await spentACall({})
    process.stdout.write(
      `97 % reads, a quarter of them searches: ${alone.toFixed(2)} ms of the primary a call alone, ${beside.toFixed(2)} ms beside a replica\n`,
    )
    expect(beside).toBeLessThan(alone / 2)
  })

  test('the primary is killed and its synchronous replica promoted: nothing that was acknowledged is lost, and all is as before', async () => {
    await servers.makeSynchronous()
    let backAfter = 0
    const went = await workThrough(3000, async () => {
      await sleep(2000)
      await servers.killPrimary()
      await servers.promoteReplica()
      const at = performance.now()
      const write = async ({ url }: RunningProcess) => {
        const answer = await fetch(`${url}/api/hikmah/cannedReplies`, {
          method: 'POST',
          headers: { token, 'content-type': 'application/json' },
          body: JSON.stringify({ title: url, text: 'Salam {name}, wait.' }),
        })
        expect(answer.status).toBe(200)
      }
      await Promise.all(consoles.map((each) => vi.waitFor(() => write(each), { timeout: 60_000 })))
      backAfter = Math.round(performance.now() - at)
      await sleep(3000)
    })
    tell(`primary killed, all consoles write again ${backAfter} ms after the promotion`, went)
    expect(went).toMatchObject({ missed: [], lost: 0 })
    expect(went.failed.filter((failure) => !/ (0|503) /.test(failure))).toEqual([])
    expect(backAfter).toBeLessThan(BACK_MS)

    const { said: verdict } = await call('GET', '/api/hikmah/audit/verify', { token })
    expect(JSON.parse(verdict).data).toMatchObject({ ok: true, problem: null })
    const outAfter = await revokeSomebody(consoles, given, token)
    process.stdout.write(`revoked after that, out after ${outAfter.map(Math.round).join(', ')} ms\n`)
    expect(Math.max(...outAfter)).toBeLessThan(OUT_MS)

    const after = await workThrough(1000)
    tell('after that', after)
    expect(after).toMatchObject({ failed: [], missed: [], lost: 0 })
  })
})

/** What these processes, and those of their children that ended, spent. */
function spentMs(pids: number[]): number {
  const spent = pids.map((pid, n) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    // Of the first, the server, also what it waited for.
    return fields.slice(11, n === 0 ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0)
  })
  return spent.reduce((sum, ticks) => sum + ticks, 0) * MS_A_TICK
}
