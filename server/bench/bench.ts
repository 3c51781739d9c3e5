import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BEAT_S } from '@hikmah/contract/hardware/schemas'
import pg from 'pg'
import { findRunning } from '../src/kit/postgres/embedded.ts'
import { readArguments } from '../src/kit/process/config-error.ts'
import { BUILT, MAIN, type RunningProcess, startProcess } from '../test/process.ts'
import { benchBeside } from './beside.ts'
import { printCostlyInputs } from './costly-inputs.ts'
import { PRODUCTION, type Prepared, prepare } from './databases.ts'
import { benchDeviceEvents } from './device-events.ts'
import { benchImport } from './irs.ts'
import { type Job, jobs } from './jobs.ts'
import { type Figures, measure, measureWrites, warmUp } from './measure.ts'
import { benchProviderFaults } from './provider-faults.ts'
import { deviceCount, deviceKeyOf } from './seed.ts'
import { printFile, printPairs } from './verdicts.ts'

const USAGE = `npm run bench -- [--rows 100000] [--only NAME,…] [--beside CHECKOUT] [--eo-bmf FILE]
  Measures our server beside the least that does the same, in one run, and how it grows from 10,000 organizations. Only
  ratios carry over to other machines. With DATABASE_URL it measures the same on that server, to compare the two.
  --only      the lines that have one of these in their name. "provider": others while the payment provider is in
              trouble; "events of devices": staff while devices report; "verdicts": how well names are matched
  --beside    another checkout, such as the commit before, with its packages installed: the same jobs, in turn with ours
  --eo-bmf    feeds the rows of a file of the IRS back to the verdict`

function readAsked() {
  try {
    return readArguments(USAGE, {
      options: {
        rows: { type: 'string', default: '100000' },
        only: { type: 'string', default: '' },
        beside: { type: 'string' },
        'eo-bmf': { type: 'string' },
      },
    })
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

const { values } = readAsked()
const isAsked = (name: string) => values.only.split(',').some((part) => name.includes(part))
if (values['eo-bmf']) {
  await printFile(values['eo-bmf'])
  process.exit()
}
if (isAsked('verdicts')) printPairs()
if (values.only === 'verdicts') process.exit()
const chosen = jobs.filter(({ name }) => isAsked(name))
if (values.beside) {
  await benchBeside(values.beside, chosen, Number(values.rows))
  process.exit()
}
const SIZES = [10_000, Number(values.rows)]
const BARE = join(import.meta.dirname, 'bare.ts')
const IN_FLIGHT = [1, 20]

const figures = new Map<string, Figures>()
const keyOf = (where: string, rows: number, { name }: Job, inFlight: number) => `${where}/${rows}/${name}/${inFlight}`
const number = (value: number, digits: number) => value.toFixed(digits).padStart(9)

function print(label: string, { cold, p50, p95, perSecond, failures }: Figures, more = '') {
  const failed = failures ? `   ${failures} failed` : ''
  console.log(
    `  ${label.padEnd(46)}${number(cold, 1)}${number(p50, 2)}${number(p95, 2)}${number(perSecond, 0)}${more}${failed}`,
  )
}

const sendInvite =
  (url: string, token: string, mark: string) =>
  (n: number): Promise<Response> =>
    fetch(`${url}/api/organizations`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify({
        orgName: `Masjid ${n}`,
        orgAdmin: 'Yusuf Rahmani',
        orgEmail: `bench.${mark}.${n}@masjid.example`,
        phoneFax: { primaryPhone: '+15105550142' },
      }),
    })

const WRITTEN = 2000
const WRITE_EVERY_MS = 100

/** A day of work before anything is measured, with what PostgreSQL does after one, and a write now and then from then on. */
async function keepWriting({ env, token }: Prepared, { url }: RunningProcess) {
  const { answers } = await measureWrites(WRITTEN, 20, sendInvite(url, token, 'before'))
  if (answers !== `${WRITTEN} × 200`) throw new Error(`The writes before the measuring failed: ${answers}`)
  const client = new pg.Client({ connectionString: env.DATABASE_URL || (await findRunning(env.DATA_DIR!))?.url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
  console.log(`  written before: ${answers}; then vacuumed, and one more every ${WRITE_EVERY_MS} ms`)
  let isOver = false
  const send = sendInvite(url, token, 'meanwhile')
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await send(n)
      await sleep(WRITE_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await writing
  }
}

async function benchReads({ rows, token }: Prepared, where: string, ours: RunningProcess, bare: RunningProcess) {
  for (const job of chosen) {
    for (const inFlight of IN_FLIGHT) {
      const plain = job.bare && (await measure(bare.url + job.bare(rows), '', inFlight))
      const own = await measure(ours.url + job.path(rows), token, inFlight)
      figures.set(keyOf(where, rows, job, inFlight), own)
      if (plain) print(`${job.name}, ${inFlight}, bare`, plain)
      const ratio = plain ? `   ${(own.perSecond / plain.perSecond).toFixed(2)} of bare` : ''
      print(`${job.name}, ${inFlight}`, own, ratio)
    }
  }
}

/** The devices take turns. Each calls once before: from then on it is known, as for nearly all of its 288 calls a day. */
async function benchBeats({ rows }: Prepared, ours: RunningProcess, bare: RunningProcess) {
  const devices = deviceCount(rows)
  let turn = 0
  const asDevices = {
    method: 'POST' as const,
    requests: [
      {
        setupRequest: (request: object) => {
          turn = (turn + 1) % devices
          return { ...request, headers: { deviceKey: deviceKeyOf(turn), 'user-agent': 'bench' } }
        },
      },
    ],
  }
  const beats = `${ours.url}/api/digital-device/heartbeat`
  await warmUp(beats, devices, asDevices)
  for (const inFlight of IN_FLIGHT) {
    const plain = await measure(`${bare.url}/beat`, '', inFlight, asDevices)
    const own = await measure(beats, '', inFlight, asDevices)
    print(`heartbeat of ${devices.toLocaleString('en-US')} devices, ${inFlight}, bare insert`, plain)
    print(`heartbeat, ${inFlight}`, own, `   ${(own.perSecond / plain.perSecond).toFixed(2)} of bare`)
    const share = (100 * devices) / BEAT_S / own.perSecond
    console.log(`    one beat each ${BEAT_S} s: ${share.toFixed(2)} % of what it bears`)
  }
}

async function benchWrites({ token }: Prepared, { url }: RunningProcess) {
  for (const [count, inFlight] of [
    [200, 200],
    [1000, 20],
  ] as const) {
    const written = await measureWrites(count, inFlight, sendInvite(url, token, String(inFlight)))
    print(`${count} invites, ${inFlight}`, written, `   ${written.answers}`)
  }
}

async function benchDatabase(rows: number, where: string, serverUrl: string | undefined) {
  const prepared = await prepare(rows, serverUrl)
  console.log(`\n${prepared.label}\n  ${'job, in flight'.padEnd(46)}  cold ms   p50 ms   p95 ms    req/s`)
  const ours = await startProcess({ ...prepared.env, ...PRODUCTION }, BUILT)
  const bare = await startProcess(prepared.env, BARE)
  try {
    const stopWriting = await keepWriting(prepared, ours)
    await benchReads(prepared, where, ours, bare)
    await stopWriting()
    if (isAsked('heartbeat')) await benchBeats(prepared, ours, bare)
    if (isAsked('events of devices')) await benchDeviceEvents(prepared, ours)
    if (isAsked('invites')) await benchWrites(prepared, ours)
  } finally {
    await bare.stop()
    await ours.stop()
  }
  // Faults are simulated by the sandbox, which is not for production.
  if (!values.only || values.only.includes('provider')) {
    const withSandbox = await startProcess(prepared.env, MAIN)
    await benchProviderFaults(prepared, withSandbox, print)
    await withSandbox.stop()
  }
  await prepared.remove()
}

function compare(title: string, ratio: (job: Job, inFlight: number) => number) {
  console.log(`\n${title}`)
  for (const job of chosen) {
    const line = IN_FLIGHT.map((inFlight) => `${inFlight}: ${ratio(job, inFlight).toFixed(2)}`).join('   ')
    console.log(`  ${job.name.padEnd(46)}${line}${job.hitsThousands ? '   (hits thousands)' : ''}`)
  }
}

const IRS_ROWS = 2_000_000

const figure = (where: string, rows: number, job: Job, inFlight: number) =>
  figures.get(keyOf(where, rows, job, inFlight))!
const [small, large] = SIZES as [number, number]
const serverUrl = process.env.DATABASE_URL
if (isAsked('costly inputs')) printCostlyInputs()
if (isAsked('import of the IRS')) await benchImport(IRS_ROWS)
const others = ['heartbeat', 'events of devices', 'invites', 'provider']
if (chosen.length === 0 && !others.some(isAsked)) process.exit()
for (const rows of SIZES) await benchDatabase(rows, 'embedded', undefined)
compare(`p95 at ${large.toLocaleString('en-US')} against ${small.toLocaleString('en-US')}`, (job, inFlight) => {
  const at = (rows: number) => figure('embedded', rows, job, inFlight).p95
  return at(large) / at(small)
})
if (serverUrl) {
  await benchDatabase(large, 'server', serverUrl)
  compare('requests a second, embedded against the server of DATABASE_URL', (job, inFlight) => {
    const of = (where: string) => figure(where, large, job, inFlight).perSecond
    return of('embedded') / of('server')
  })
}
