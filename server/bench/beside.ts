import { join, resolve } from 'node:path'
import { type RunningProcess, startProcess } from '../test/process.ts'
import { type Prepared, prepare } from './databases.ts'
import type { Job } from './jobs.ts'
import { shareOf } from './measure.ts'

/** Each job is asked so often on both sides, after so many calls that are not counted. */
const CALLS = 600
const WARM_UP = 60

interface Side {
  prepared: Prepared
  server: RunningProcess
}

async function startSide(prepareDatabase: typeof prepare, rows: number, main: string): Promise<Side> {
  const prepared = await prepareDatabase(rows, undefined)
  return { prepared, server: await startProcess(prepared.env, main) }
}

const FIGURES = { p50: 0.5, p95: 0.95 }

const isServed = async ({ prepared, server }: Side, job: Job) =>
  (await fetch(server.url + job.path(prepared.rows), { headers: { token: prepared.token } })).status !== 404

/** Milliseconds of one call. */
async function time({ prepared, server }: Side, job: Job): Promise<number> {
  const began = performance.now()
  const answer = await fetch(server.url + job.path(prepared.rows), { headers: { token: prepared.token } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${job.name} was answered with ${answer.status}`)
  return performance.now() - began
}

/** Both are asked in turn, so whatever else the machine does slows one as much as the other. */
async function timeInTurn(sides: Side[], job: Job): Promise<number[][]> {
  const times = sides.map(() => [] as number[])
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    for (const [i, side] of sides.entries()) {
      const ms = await time(side, job)
      if (call >= 0) times[i]!.push(ms)
    }
  }
  return times.map((those) => those.sort((a, b) => a - b))
}

/** Before, now and their ratio, of each figure. */
function line([before, now]: number[][]): string {
  const columns = Object.values(FIGURES).flatMap((share) => {
    const [was, is] = [shareOf(before!, share), shareOf(now!, share)]
    return [was.toFixed(2), is.toFixed(2), (is / was).toFixed(2)]
  })
  return columns.map((text) => text.padStart(9)).join('')
}

/**
 * This checkout beside another one, such as the commit before, in one run: both serve databases of their own with the
 * same rows, and are asked in turn, one call at a time. Prints p50 and p95 in ms of both, each with their ratio. What the
 * other does not serve yet is named.
 */
export async function benchBeside(checkout: string, jobs: Job[], rows: number) {
  const folder = resolve(checkout)
  const { prepare: prepareThere } = (await import(join(folder, 'server/bench/databases.ts'))) as {
    prepare: typeof prepare
  }
  const before = await startSide(prepareThere, rows, join(folder, 'server/src/main.ts'))
  const now = await startSide(prepare, rows, join(import.meta.dirname, '../src/main.ts'))
  const head = Object.keys(FIGURES)
    .flatMap((name) => [name, 'now', 'ratio'].map((title) => title.padStart(9)))
    .join('')
  console.log(`\n${`${rows.toLocaleString('en-US')} organizations, ms`.padEnd(46)}${head}`)
  try {
    for (const job of jobs) {
      const figures = (await isServed(before, job)) ? line(await timeInTurn([before, now], job)) : '     not there'
      console.log(`  ${job.name.padEnd(46)}${figures}`)
    }
  } finally {
    for (const { server, prepared } of [before, now]) {
      await server.stop()
      await prepared.remove()
    }
  }
}
