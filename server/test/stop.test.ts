import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createHouse } from '../src/boot.ts'
import { migrate } from '../src/kit/db/migrate.ts'
import { openEmbedded } from '../src/kit/postgres/embedded.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { freePort, temporaryFolder } from './cluster.ts'
import { createGiven } from './given.ts'
import { isAlive } from './process.ts'

const ROOT = join(import.meta.dirname, '../..')
const dataDir = temporaryFolder('hikmah-stop-')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** `STOP_ROUNDS=10 vitest run server/test/stop.test.ts` for a longer look. */
const ROUNDS = Number(process.env.STOP_ROUNDS ?? 1)
const CLIENTS = 10
const FREE_MS = 5000

let token = ''
beforeAll(async () => {
  const database = await openEmbedded(dataDir)
  await migrate(database)
  const house = createHouse(readConfig({ DATA_DIR: dataDir }), database, systemClock, () => undefined)
  const given = createGiven(house)
  token = (await given.staff('owner')).token
  for (let n = 0; n < 30; n += 1) await given.organization()
  await database.close()
})

/** The process ids below one, its children's too. */
function processesBelow(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.map(Number).flatMap((child) => [child, ...processesBelow(child)])
}

/** The documented command, in a process group of its own as a terminal gives it; resolves when it says this. */
async function startByNpm(moment: string, env: Record<string, string>) {
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, NODE_ENV: 'development', DEMO_DATA: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const npm = child.pid!
  let said = ''
  for (const out of [child.stdout, child.stderr])
    out.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  // Of npm alone: its output stays open as long as anybody whom it started lives.
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await expect.poll(() => said, { timeout: 60_000, interval: 20 }).toContain(moment)
  const started = processesBelow(npm)
  // Of a test that failed.
  onTestFinished(() => {
    for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL')
  })
  return { npm, said: () => said, ended, started }
}

const LIST = '/api/hikmah/getAllOrganizations?page=1'

/** Lists organizations over and over, until the door is shut; answers what became of each request. */
async function readLists(port: number, agent: http.Agent | false, outcomes: Record<string, number>) {
  for (;;) {
    const outcome = await new Promise<string>((resolve) => {
      const request = http.get({ port, path: LIST, agent, headers: { token } }, (reply) => {
        let length = 0
        reply.on('data', (chunk: Buffer) => {
          length += chunk.length
        })
        reply.on('error', () => resolve('cut off in its answer'))
        reply.on('end', () => resolve(length > 1000 ? String(reply.statusCode) : 'short'))
      })
      request.on('error', ({ code, message }: NodeJS.ErrnoException) => {
        const isRefused = code === 'ECONNREFUSED'
        resolve(isRefused ? code : `${message} on ${request.reusedSocket ? 'an old' : 'a new'} connection`)
      })
    })
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (outcome === 'ECONNREFUSED') return
  }
}

type Signal = (npm: number) => unknown
const toNpm =
  (signal: NodeJS.Signals): Signal =>
  (npm) =>
    process.kill(npm, signal)
const toAll =
  (signal: NodeJS.Signals): Signal =>
  (npm) =>
    process.kill(-npm, signal)

// Linux says who was started by whom.
describe.runIf(process.platform === 'linux')('npm start', () => {
  test.each<[string, Signal]>([
    ['by a supervisor, which tells npm', toNpm('SIGTERM')],
    ['by a supervisor that interrupts npm', toNpm('SIGINT')],
    ['at a terminal, where Ctrl+C tells everybody and npm passes it on', toAll('SIGINT')],
    [
      'by both, and again by who cannot wait',
      async (npm) => {
        toAll('SIGINT')(npm)
        toNpm('SIGTERM')(npm)
        await sleep(400)
        toAll('SIGINT')(npm)
      },
    ],
  ])(
    'stopped under load %s, answers everybody, leaves nothing behind and ends with 0',
    async (_, signal) => {
      const port = await freePort()
      for (let round = 0; round < ROUNDS; round += 1) {
        const env = { DATA_DIR: dataDir, PORT: String(port) }
        const { npm, said, ended, started } = await startByNpm('Payments are simulated', env)
        const outcomes: Record<string, number> = {}
        const readers = Array.from({ length: CLIENTS }, (_client, n) =>
          readLists(port, n % 2 ? new http.Agent({ keepAlive: true, maxSockets: 1 }) : false, outcomes),
        )
        await sleep(500 + round * 37)
        const toldAt = Date.now()
        await signal(npm)
        expect(await ended).toBe(0)
        expect(Date.now() - toldAt).toBeLessThan(FREE_MS)
        await Promise.all(readers)
        expect(started.filter(isAlive)).toEqual([])
        const { ECONNREFUSED: _refused, ...answered } = outcomes
        expect(Object.keys(answered), JSON.stringify(outcomes)).toEqual(['200'])
        expect(said()).not.toMatch(/"level":[56]0/)
      }
    },
    60_000 + ROUNDS * 20_000,
  )

  test.each<[string, Signal]>([
    ['by a supervisor', toNpm('SIGTERM')],
    ['at a terminal', toAll('SIGINT')],
  ])(
    'stopped %s while it makes the demo data, leaves nothing behind and ends with 0, and the next start serves',
    async (_, signal) => {
      const ownDir = temporaryFolder('hikmah-stop-first-')
      onTestFinished(() => rmSync(ownDir, { recursive: true, force: true }))
      const env = { DATA_DIR: ownDir, PORT: String(await freePort()) }
      const first = await startByNpm('Making the demo data', { ...env, DEMO_DATA: 'true' })
      const toldAt = Date.now()
      await signal(first.npm)
      expect(await first.ended).toBe(0)
      const areGone = () => first.started.filter(isAlive).length === 0
      await expect.poll(areGone, { timeout: FREE_MS - (Date.now() - toldAt) }).toBe(true)

      const next = await startByNpm('is ready on', env)
      await signal(next.npm)
      expect(await next.ended).toBe(0)
    },
    60_000,
  )
})
