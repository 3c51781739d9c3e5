import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { RunningProcess } from '../test/process.ts'
import type { Prepared } from './databases.ts'
import { jobs } from './jobs.ts'
import type { Burst } from './report-at-once.ts'
import { deviceKeyOf } from './seed.ts'

const LIST = jobs.find(({ name }) => name === 'newest 10 + total')!
/** Staff ask this often whether they are answered or not, or a page that hangs would count as one of few. */
const ASK_EVERY_MS = 25
const QUIET_MS = 5000
const FLEET = 200
/** One burst may be over before enough pages were asked for. */
const BURSTS = 5

/** How staff fare while devices report many events at once, against how they fare while none does. */
export async function benchDeviceEvents({ rows, token }: Prepared, ours: RunningProcess) {
  const ask = () => fetch(ours.url + LIST.path(rows), { headers: { token } })
  const url = `${ours.url}/api/digital-device/events`
  const bursts: [string, (burst: number) => Burst['calls']][] = [
    [
      '60 calls of 100 from one',
      (burst) => callsOf(60, (n) => [deviceKeyOf(FLEET + burst), eventsOf(`${burst} ${n}`, 100)]),
    ],
    [
      `a call of 50 from each of ${FLEET}`,
      (burst) => callsOf(FLEET, (n) => [deviceKeyOf(n), eventsOf(`${burst}`, 50)]),
    ],
  ]
  // From then on their keys are known, as for nearly all calls of a day. One address may have 120 looked for at once.
  for (let from = 0; from < FLEET + BURSTS; from += 100) {
    await sendAtOnce({ url, calls: callsOf(100, (n) => [deviceKeyOf(from + n), eventsOf('before', 1)]) })
  }
  const rest = () => sleep(QUIET_MS)
  await during(ask, rest)
  console.log(`\n  ${LIST.name} while devices report events   p50 ms   p95 ms   longest   not answered`)
  for (const [words, callsAt] of bursts) {
    const answers: string[] = []
    const before = await during(ask, rest)
    const meanwhile = await during(ask, async () => {
      for (let burst = 0; burst < BURSTS; burst += 1) answers.push(await sendAtOnce({ url, calls: callsAt(burst) }))
    })
    const after = await during(ask, rest)
    const ratio = meanwhile.p95 / ((before.p95 + after.p95) / 2)
    print('no device reports, before', before)
    print('no device reports, after', after)
    print(`${words} at once`, meanwhile, `${ratio.toFixed(2)} of its p95`)
    for (const answer of answers) console.log(`    devices were answered ${answer}`)
  }
}

const print = (label: string, { p50, p95, longest, failures }: Pages, more = '') =>
  console.log(
    `  ${label.padEnd(42)}${[p50, p95, longest].map((ms) => ms.toFixed(1).padStart(10)).join('')}${String(failures).padStart(8)}   ${more}`,
  )

interface Pages {
  p50: number
  p95: number
  longest: number
  /** Refused or not answered. */
  failures: number
}

async function during(ask: () => Promise<Response>, work: () => Promise<void>): Promise<Pages> {
  let isOver = false
  let failures = 0
  const asked: Promise<number>[] = []
  const one = async () => {
    const since = performance.now()
    const isAnswered = await ask().then(
      async (response) => response.ok && (await response.text()) !== '',
      () => false,
    )
    if (!isAnswered) failures += 1
    return performance.now() - since
  }
  const working = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    asked.push(one())
    await sleep(ASK_EVERY_MS)
  }
  await working
  const times = (await Promise.all(asked)).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50: at(0.5), p95: at(0.95), longest: times.at(-1) ?? 0, failures }
}

const callsOf = (count: number, call: (n: number) => [string, string]) =>
  Array.from({ length: count }, (_, n) => call(n))

const eventsOf = (name: string, count: number) =>
  JSON.stringify({
    events: Array.from({ length: count }, (_, n) => ({
      type: n % 2 ? 'connected' : 'disconnected',
      eventId: `${name} ${n}`,
      city: 'Fremont',
    })),
  })

async function sendAtOnce(burst: Burst): Promise<string> {
  const worker = new Worker(new URL('report-at-once.ts', import.meta.url), { workerData: burst })
  const [answers] = (await once(worker, 'message')) as [string]
  return answers
}
