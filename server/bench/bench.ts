import { join } from 'node:path'
import { MAIN, startProcess } from '../test/process.ts'
import { type Prepared, prepare, startCluster } from './databases.ts'
import { type Figures, measure } from './measure.ts'

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
  await prepared.remove()
}

const cluster = await startCluster()
try {
  for (const kind of cluster ? ['PostgreSQL', 'PGlite'] : ['PGlite']) {
    for (const size of SIZES) {
      await benchDatabase(await prepare(size, kind === 'PostgreSQL' ? cluster : undefined), `${kind}/${size}`)
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
