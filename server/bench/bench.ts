import { join } from 'node:path'
import { BEAT_S } from '@hikmah/contract/hardware/schemas'
import { readArguments } from '../src/kit/process/config-error.ts'
import { MAIN, type RunningProcess, startProcess } from '../test/process.ts'
import { benchBeside } from './beside.ts'
import { printCostlyInputs } from './costly-inputs.ts'
import { type Prepared, prepare } from './databases.ts'
import { benchDeviceEvents } from './device-events.ts'
import { benchImport } from './irs.ts'
import { type Job, jobs } from './jobs.ts'
import { countAnswers, type Figures, measure, warmUp } from './measure.ts'
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

function print(label: string, { p50, p95, perSecond }: Figures, more = '') {
  console.log(`  ${label.padEnd(46)}${number(p50, 2)}${number(p95, 2)}${number(perSecond, 0)}${more}`)
}

async function benchReads({ rows, token }: Prepared, where: string, ours: RunningProcess, bare: RunningProcess) {
  for (const job of chosen) {
    for (const inFlight of IN_FLIGHT) {
      const plain = job.bare && (await measure(bare.url + job.bare(rows), '', inFlight))
      const own = await measure(ours.url + job.path(rows), token, inFlight)
      figures.set(keyOf(where, rows, job, inFlight), own)
      if (plain) print(`${job.name}, ${inFlight}, bare`, plain)
      const ratio = plain ? `   ${(own.perSecond / plain.perSecond).toFixed(2)} of bare` : ''
      print(`${job.name}, ${inFlight}`, own, `${ratio}${own.failures ? `   ${own.failures} failed` : ''}`)
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

async function benchWrites({ token }: Prepared, ours: RunningProcess) {
  const invite = (n: number) => ({
    orgName: `Masjid ${n}`,
    orgAdmin: 'Yusuf Rahmani',
    orgEmail: `bench${Date.now()}.${n}@masjid.example`,
    phoneFax: { primaryPhone: '+15105550142' },
  })
  const answers = await countAnswers(200, (n) =>
    fetch(`${ours.url}/api/organizations`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(invite(n)),
    }),
  )
  console.log(`  200 invites at once: ${answers}`)
}

async function benchDatabase(rows: number, where: string, serverUrl: string | undefined) {
  const prepared = await prepare(rows, serverUrl)
  console.log(`\n${prepared.label}\n  ${'job, in flight'.padEnd(46)}   p50 ms   p95 ms    req/s`)
  const ours = await startProcess(prepared.env, MAIN)
  const bare = await startProcess(prepared.env, BARE)
  try {
    await benchReads(prepared, where, ours, bare)
    if (!values.only || values.only.includes('provider')) await benchProviderFaults(prepared, ours, print)
    if (isAsked('heartbeat')) await benchBeats(prepared, ours, bare)
    if (isAsked('events of devices')) await benchDeviceEvents(prepared, ours)
    if (!values.only) await benchWrites(prepared, ours)
  } finally {
    await bare.stop()
    await ours.stop()
    await prepared.remove()
  }
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
if (chosen.length === 0 && !isAsked('heartbeat') && !isAsked('events of devices')) process.exit()
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
