import { join, resolve } from 'node:path'
import { type RunningProcess, startProcess } from '../test/process.ts'
import { type Prepared, prepare } from './databases.ts'
import type { Job } from './jobs.ts'
import { measure } from './measure.ts'

/** Each job is measured so often on either side; the best round counts, since noise only ever slows. */
const ROUNDS = 3

interface Side {
  prepared: Prepared
  server: RunningProcess
}

async function startSide(prepareDatabase: typeof prepare, rows: number, main: string): Promise<Side> {
  const prepared = await prepareDatabase(rows, undefined)
  return { prepared, server: await startProcess(prepared.env, main) }
}

const measureSide = async ({ prepared, server }: Side, job: Job) =>
  (await measure(server.url + job.path(prepared.rows), prepared.token, 1)).p50

/**
 * This checkout beside another one, such as the commit before, in one run: both serve databases of their own with the
 * same rows, and each job is measured on both in turn. Prints p50 in ms of both and their ratio.
 */
export async function benchBeside(checkout: string, jobs: Job[], rows: number) {
  const folder = resolve(checkout)
  const { prepare: prepareThere } = (await import(join(folder, 'server/bench/databases.ts'))) as {
    prepare: typeof prepare
  }
  const before = await startSide(prepareThere, rows, join(folder, 'server/src/main.ts'))
  const now = await startSide(prepare, rows, join(import.meta.dirname, '../src/main.ts'))
  console.log(`\n${rows.toLocaleString('en-US')} organizations${' '.repeat(27)}before ms   now ms   ratio`)
  try {
    for (const job of jobs) {
      const [beforeMs, nowMs] = [[] as number[], [] as number[]]
      for (let round = 0; round < ROUNDS; round += 1) {
        beforeMs.push(await measureSide(before, job))
        nowMs.push(await measureSide(now, job))
      }
      const [bestBefore, bestNow] = [Math.min(...beforeMs), Math.min(...nowMs)]
      const figures = [bestBefore.toFixed(2), bestNow.toFixed(2), (bestNow / bestBefore).toFixed(2)]
      console.log(`  ${job.name.padEnd(46)}${figures.map((figure) => figure.padStart(9)).join('')}`)
    }
  } finally {
    for (const { server, prepared } of [before, now]) {
      await server.stop()
      await prepared.remove()
    }
  }
}
