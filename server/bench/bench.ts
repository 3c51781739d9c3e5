import { join } from 'node:path'
import { BEAT_S } from '@hikmah/contract/hardware/words'
import { MAIN, startProcess } from '../test/process.ts'
import { DEVICES, deviceKeyOf, type Prepared, prepare, startCluster } from './databases.ts'
import { type Figures, measure, warmUp } from './measure.ts'

/** `npm run bench`: our server beside the least that does the same, in one run. Only the ratios carry over to other machines. */
const BARE = join(import.meta.dirname, 'bare.ts')
const SIZES = [1000, 100_000]
const IN_FLIGHT = [1, 20]

const jobs = [
  {
    name: 'newest 10 + total',
    ours: () => '/api/hikmah/getAllOrganizations?page=1&limit=10',
    bare: () => '/list',
  },
  {
    name: 'name search + total',
    ours: ({ name }: Prepared) => `/api/hikmah/getAllOrganizations?q=${encodeURIComponent(name.slice(-14))}&page=1`,
    bare: ({ name }: Prepared) => `/search?q=${encodeURIComponent(name.slice(-14))}`,
  },
  {
    name: 'one organization',
    ours: ({ id }: Prepared) => `/api/hikmah/organizationById/${id}`,
    bare: ({ id }: Prepared) => `/one/${id}`,
  },
]

const figures = new Map<string, Figures>()
const number = (value: number, digits: number) => value.toFixed(digits).padStart(8)

function print(label: string, { p50, p95, perSecond }: Figures, more = '') {
  console.log(`  ${label.padEnd(38)}${number(p50, 2)}${number(p95, 2)}${number(perSecond, 0)}${more}`)
}

async function benchDatabase(prepared: Prepared, key: string) {
  console.log(`\n${prepared.label}\n  ${'job, in flight'.padEnd(38)}  p50 ms  p95 ms   req/s`)
  const ours = await startProcess(prepared.env, MAIN)
  const bare = prepared.databaseUrl ? await startProcess(prepared.env, BARE) : undefined
  for (const job of jobs) {
    for (const inFlight of IN_FLIGHT) {
      const plain = bare && (await measure(bare.url + job.bare(prepared), '', inFlight))
      const own = await measure(ours.url + job.ours(prepared), prepared.token, inFlight)
      figures.set(`${key}/${job.name}/${inFlight}`, own)
      if (plain) print(`${job.name}, ${inFlight}, bare`, plain)
      const ratio = plain ? `   ${(own.perSecond / plain.perSecond).toFixed(2)} of bare` : ''
      print(`${job.name}, ${inFlight}, ours`, own, ratio)
    }
  }
  await ours.stop()
  await bare?.stop()
}

let turn = 0
/** The devices take turns. */
const asDevices = {
  method: 'POST' as const,
  requests: [
    {
      setupRequest: (request: object) => {
        turn = (turn % DEVICES) + 1
        return { ...request, headers: { deviceKey: deviceKeyOf(turn), 'user-agent': 'bench' } }
      },
    },
  ],
}

/** Beats beside a bare insert of a row for each, one server after the other, because one process owns the embedded files. */
async function benchBeats({ env }: Prepared) {
  const beats = async (file: string, path: string) => {
    const server = await startProcess(env, file)
    const measured: Figures[] = []
    // Each device calls once before: from then on it is known, as it is for nearly all of its 288 calls a day.
    await warmUp(server.url + path, DEVICES, asDevices)
    for (const inFlight of IN_FLIGHT) measured.push(await measure(server.url + path, '', inFlight, asDevices))
    await server.stop()
    return measured
  }
  const plain = await beats(BARE, '/beat')
  const own = await beats(MAIN, '/api/digital-device/heartbeat')
  for (const [i, inFlight] of IN_FLIGHT.entries()) {
    const [bare, ours] = [plain[i]!, own[i]!]
    const share = (100 * DEVICES) / BEAT_S / ours.perSecond
    print(`heartbeat, ${inFlight}, bare insert`, bare)
    print(`heartbeat, ${inFlight}, ours`, ours, `   ${(ours.perSecond / bare.perSecond).toFixed(2)} of bare`)
    console.log(
      `    ${DEVICES.toLocaleString('en-US')} devices, one beat each ${BEAT_S} s: ${share.toFixed(2)} % of one core`,
    )
  }
}

const cluster = await startCluster()
try {
  for (const kind of cluster ? ['PostgreSQL', 'PGlite'] : ['PGlite']) {
    for (const size of SIZES) {
      const prepared = await prepare(size, kind === 'PostgreSQL' ? cluster : undefined)
      await benchDatabase(prepared, `${kind}/${size}`)
      if (size === SIZES[0]) await benchBeats(prepared)
      await prepared.remove()
    }
    console.log(`\n${kind}: p95 at ${SIZES[1]} rows against ${SIZES[0]}`)
    for (const job of jobs) {
      for (const inFlight of IN_FLIGHT) {
        const p95 = (size: number) => figures.get(`${kind}/${size}/${job.name}/${inFlight}`)?.p95 ?? 0
        console.log(
          `  ${`${job.name}, ${inFlight}`.padEnd(38)}${(p95(SIZES[1]!) / p95(SIZES[0]!)).toFixed(2).padStart(8)}`,
        )
      }
    }
  }
} finally {
  await cluster?.stop()
}
