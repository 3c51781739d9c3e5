import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHouse } from '../server/src/boot.ts'
import { openPostgres } from '../server/src/kit/db/db.ts'
import { systemClock } from '../server/src/kit/process/clock.ts'
import { readConfig } from '../server/src/kit/process/config.ts'
import { createDatabase, freePort, temporaryFolder } from '../server/test/cluster.ts'
import { createGiven } from '../server/test/given.ts'
import { BUILT, type RunningProcess, startProcess } from '../server/test/process.ts'
import { startReplicated } from '../server/test/replicated.ts'
import { needs } from './needs.ts'
import { ROOT } from './release.ts'

const CONSOLES = 3
const CALLS = 10_000
const IN_FLIGHT = 20

needs('haproxy')('three consoles behind HAProxy, on a primary and a replica', () => {
  const folder = temporaryFolder('hikmah-several-')
  const SECRET_KEY = 'Vn8sQ0b2LkT4xRzJ6mYcWd3fHpA9eU7g'
  const consoles: RunningProcess[] = []
  const ports: number[] = []
  let servers: Awaited<ReturnType<typeof startReplicated>>
  let env: Record<string, string>
  let proxy: ChildProcess
  let proxyPort: number
  let token: string
  let closeHouse: () => Promise<void>

  const startConsole = (n: number) => startProcess({ ...env, PORT: String(ports[n]) }, BUILT)

  beforeAll(async () => {
    servers = await startReplicated({})
    const { url } = await createDatabase(servers.primary.urlOf('postgres'))
    env = {
      DATA_DIR: folder,
      DATABASE_URL: url,
      READ_DATABASE_URL: servers.replicaUrlOf(new URL(url).pathname.slice(1)),
      SECRET_KEY,
      STRIPE_SANDBOX: 'false',
      DEMO_DATA: 'false',
      LOG_LEVEL: 'warn',
      TRUSTED_PROXIES: '127.0.0.1',
    }
    for (let n = 0; n < CONSOLES; n += 1) ports.push(await freePort())
    for (let n = 0; n < CONSOLES; n += 1) consoles.push(await startConsole(n))
    const database = openPostgres(url)
    const house = createHouse(readConfig({ DATA_DIR: folder, SECRET_KEY }), database, systemClock, () => undefined)
    closeHouse = database.close
    token = (await createGiven(house).staff('owner')).token

    proxyPort = await freePort()
    // The example as it is, but for addresses and the certificate.
    const example = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
      .replace(/^ {2}server .*\n/gm, '')
      .replace(/bind .*/, `bind 127.0.0.1:${proxyPort}`)
      .replace(/^ {2}option httplog\n/m, '')
    const lines = ports.map((port, n) => `  server console${n} 127.0.0.1:${port}\n`)
    writeFileSync(join(folder, 'haproxy.cfg'), `${example.trimEnd()}\n${lines.join('')}`)
    proxy = spawn('haproxy', ['-q', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
    await vi.waitFor(async () => expect((await call('GET', '/healthz')).status).toBe(200), 10_000)
  })
  afterAll(async () => {
    proxy?.kill('SIGKILL')
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
          port: proxyPort,
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
  function createPerson(n: number) {
    let cookie = ''
    let written = 0
    let last = ''
    const seen = { calls: 0, failed: [] as string[], missed: [] as string[] }
    const send = async (method: string, path: string, body?: object) => {
      seen.calls += 1
      const answer = await call(method, `/api/hikmah/${path}`, { token, cookie }, body).catch((error: Error) => ({
        status: 0,
        said: error.message,
        cookie: '',
      }))
      if (answer.status !== 200) seen.failed.push(`${method} ${path} ${answer.status} ${answer.said.slice(0, 150)}`)
      if (answer.cookie) cookie = answer.cookie
      return answer
    }
    return {
      seen,
      /** What was acknowledged. */
      written: [] as string[],
      async work() {
        if (seen.calls % 10 === 0) {
          const title = `${n} ${++written}`
          const answer = await send('POST', 'cannedReplies', { title, text: 'Salam {name}, wait.' })
          if (answer.status === 200) {
            this.written.push(title)
            last = title
          }
        }
        const { status, said } = await send('GET', 'cannedReplies')
        if (status === 200 && last && !said.includes(`"${last}"`)) seen.missed.push(last)
        await send('GET', 'getAllOrganizations?page=1')
        // Few replies, or their list becomes the load.
        if (this.written.length > 3) {
          const gone = this.written.shift()
          const id = (JSON.parse(said).data as { _id: string; title: string }[]).find(
            ({ title }) => title === gone,
          )?._id
          if (id) await send('DELETE', `cannedReplies/${id}`)
        }
      },
    }
  }

  async function workThrough(calls: number, meanwhile: () => Promise<unknown>) {
    const people = Array.from({ length: IN_FLIGHT }, (_, n) => createPerson(n + 100 * Math.floor(Math.random() * 1e6)))
    let isOver = false
    const over = meanwhile().finally(() => {
      isOver = true
    })
    const done = () => people.reduce((sum, { seen }) => sum + seen.calls, 0)
    await Promise.all(
      people.map(async (person) => {
        while (!isOver || done() < calls) await person.work()
      }),
    )
    await over
    const { said } = await call('GET', '/api/hikmah/cannedReplies', { token })
    return {
      calls: done(),
      failed: people.flatMap(({ seen }) => seen.failed),
      missed: people.flatMap(({ seen }) => seen.missed),
      lost: people.flatMap(({ written }) => written).filter((title) => !said.includes(`"${title}"`)),
    }
  }
  const tell = (what: string, { calls, failed, missed, lost }: Awaited<ReturnType<typeof workThrough>>) =>
    process.stdout.write(
      `${what}: ${calls} calls, ${failed.length} failed, ${missed.length} missed, ${lost.length} lost\n`,
    )

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
    expect(went).toMatchObject({ failed: [], missed: [], lost: [] })
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
    expect(went).toMatchObject({ failed: [], missed: [], lost: [] })
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
    expect(went).toMatchObject({ missed: [], lost: [] })
  })
})
