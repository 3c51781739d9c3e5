import { join, resolve } from 'node:path'
import { type RunningProcess, startProcess } from '../test/process.ts'
import { type Prepared, prepare } from './databases.ts'
import type { Job } from './jobs.ts'
import { type Figures, measure } from './measure.ts'

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

const measureSide = ({ prepared, server }: Side, job: Job) =>
  measure(server.url + job.path(prepared.rows), prepared.token, 1)

const FIGURES = ['p50', 'p95'] as const

/** Before, now and their ratio, of each figure. */
function line(before: Figures[], now: Figures[]): string {
  const columns = FIGURES.flatMap((name) => {
    const [was, is] = [before, now].map((rounds) => Math.min(...rounds.map((round) => round[name])))
    return [was!.toFixed(2), is!.toFixed(2), (is! / was!).toFixed(2)]
  })
  return columns.map((text) => text.padStart(9)).join('')
}

/**
 * This checkout beside another one, such as the commit before, in one run: both serve databases of their own with the
 * same rows, and each job is measured on both in turn. Prints p50 and p95 in ms of both, each with their ratio.
 */
export async function benchBeside(checkout: string, jobs: Job[], rows: number) {
  const folder = resolve(checkout)
  const { prepare: prepareThere } = (await import(join(folder, 'server/bench/databases.ts'))) as {
    prepare: typeof prepare
  }
  const before = await startSide(prepareThere, rows, join(folder, 'server/src/main.ts'))
  const now = await startSide(prepare, rows, join(import.meta.dirname, '../src/main.ts'))
  const head = FIGURES.flatMap((name) => [name, 'now', 'ratio'].map((title) => title.padStart(9))).join('')
  console.log(`\n${`${rows.toLocaleString('en-US')} organizations, ms`.padEnd(46)}${head}`)
  try {
    for (const job of jobs) {
      const [figuresBefore, figuresNow] = [[] as Figures[], [] as Figures[]]
      for (let round = 0; round < ROUNDS; round += 1) {
        figuresBefore.push(await measureSide(before, job))
        figuresNow.push(await measureSide(now, job))
      }
      console.log(`  ${job.name.padEnd(46)}${line(figuresBefore, figuresNow)}`)
    }
  } finally {
    for (const { server, prepared } of [before, now]) {
      await server.stop()
      await prepared.remove()
    }
  }
}
