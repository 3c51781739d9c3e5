import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, databaseUrl } from '../../../test/cluster.ts'
import { startServer } from '../../../test/start.ts'
import { systemActor } from '../auth/actor.ts'
import { openPostgres, rowsOf } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { createJobs, type Job, job } from './jobs.ts'

const { house, db, app } = await startServer()
const actor = systemActor('Test')
/** A busy machine is slow. */
const PATIENT = { timeout: 20_000 }
const QUICK = { cronMonitorIntervalSeconds: 1, cronWorkerIntervalSeconds: 1, superviseIntervalSeconds: 1 }

type Context = { name: string; done: string[] }
type Note = { text: string }

/** The jobs of another console on the same database. */
function otherConsole(declared: Job<Context, never>[], name = 'console', done: string[] = []) {
  const jobs = createJobs<Context>(house.database, declared, { ...QUICK, monitorIntervalSeconds: 1 })
  const said: string[] = []
  const log = { error: (_: object, words: string) => said.push(words), warn: () => undefined }
  onTestFinished(() => jobs.stop())
  return { ...jobs, done, said, start: () => jobs.start({ name, done }, log) }
}

const statesOf = async (name: string) =>
  (await rowsOf<{ state: string }>(db, sql`select state from pgboss.job where name = ${name}`)).map(
    ({ state }) => state,
  )

const noteJob = job({
  name: 'note',
  work: async ({ done }: Context, { text }: Note) => void done.push(text),
})

test('a job is done within a second of its commit, and only then', async () => {
  const { done, enqueue, start } = otherConsole([noteJob])
  await start()
  let committed = 0
  await house.change(actor, async (tx) => {
    await enqueue(tx, noteJob, { text: 'after the commit' })
    await sleep(300)
    expect(done).toEqual([])
    committed = performance.now()
  })
  await expect.poll(() => done, PATIENT).toEqual(['after the commit'])
  expect(performance.now() - committed).toBeLessThan(1000)
})

test('jobs that wait together are done one right after the other', async () => {
  const texts = ['one', 'two', 'three', 'four', 'five']
  const { done, enqueue, start } = otherConsole([noteJob])
  await start()
  await house.change(actor, async (tx) => {
    for (const text of texts) await enqueue(tx, noteJob, { text })
  })
  await expect.poll(() => done, { timeout: 4000 }).toEqual(texts)
})

test('a job of a change that was taken back does not exist', async () => {
  const { enqueue, done, start } = otherConsole([noteJob])
  const taken = house.change(actor, async (tx) => {
    await enqueue(tx, noteJob, { text: 'never' })
    throw new Error('taken back')
  })
  await expect(taken).rejects.toThrow('taken back')
  await house.change(actor, (tx) => enqueue(tx, noteJob, { text: 'kept' }))
  await start()
  await expect.poll(() => done, PATIENT).toEqual(['kept'])
})

test('what fails is said, tried again, and then shows as failed', async () => {
  const tried: string[] = []
  const brokenJob = job({
    name: 'broken',
    tries: 2,
    work: async (_: Context, { text }: Note) => {
      tried.push(text)
      throw Object.assign(new Error('out of paper'), { query: 'select $1', params: ['123456'] })
    },
  })
  const { enqueue, said, start } = otherConsole([brokenJob])
  await start()
  await house.change(actor, (tx) => enqueue(tx, brokenJob, { text: 'print' }))
  await expect.poll(() => statesOf('broken'), PATIENT).toEqual(['failed'])
  expect(tried).toEqual(['print', 'print'])
  expect(said).toEqual(['background job failed', 'background job failed'])
  const [kept] = await rowsOf<{ output: string }>(db, sql`select output::text from pgboss.job where name = 'broken'`)
  expect(kept!.output).toContain('Failed query: select $1')
  expect(kept!.output).not.toContain('123456')
  const metrics = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(metrics.body).toContain('background_jobs{name="broken",state="failed"} 1')
}, 40_000)

test('of two consoles on one database one runs a schedule, once in its minute', async () => {
  const began = Date.now()
  const runs: string[] = []
  const everyMinuteJob = job({
    name: 'every-minute',
    every: 'minute',
    work: async ({ name, done }: Context) => void done.push(name),
  })
  const consoles = ['one', 'other'].map((name) => otherConsole([everyMinuteJob], name, runs))
  await Promise.all(consoles.map(({ start }) => start()))
  await expect.poll(() => runs.length, PATIENT).toBeGreaterThan(0)
  // Time for the other to run it too, if it would.
  await sleep(4000)
  const minute = (time: number) => Math.floor(time / 60_000)
  expect(runs.length).toBeLessThanOrEqual(minute(Date.now()) - minute(began) + 1)
}, 40_000)

test('a job whose process is killed is done by another', async () => {
  const hangingJob = { ...noteJob, name: 'hanging' }
  const { enqueue, done, start } = otherConsole([hangingJob])
  const [database] = await rowsOf<{ name: string }>(db, sql`select current_database() as name`)
  const url = databaseUrl(inject('serverUrl'), database!.name)
  const child = spawn('node', ['--input-type=module', '-e', consoleThatHangs(url, 'hanging')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const begun = new Promise((resolve) => child.stdout.once('data', resolve))
  await house.change(actor, (tx) => enqueue(tx, hangingJob, { text: 'done after all' }))
  await begun
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await ended
  await start()
  expect(await statesOf('hanging')).toEqual(['active'])
  await db.execute(sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'hanging'`)
  await expect.poll(() => done, PATIENT).toEqual(['done after all'])
  await expect.poll(() => statesOf('hanging'), PATIENT).toEqual(['completed'])
}, 40_000)

test('a console that stops ends what it has begun', async () => {
  const ends: (() => void)[] = []
  const slowJob = job({
    name: 'slow',
    work: async ({ done }: Context, { text }: Note) => {
      await new Promise<void>((resolve) => ends.push(resolve))
      done.push(text)
    },
  })
  const { enqueue, done, start, stop } = otherConsole([slowJob])
  await start()
  await house.change(actor, (tx) => enqueue(tx, slowJob, { text: 'ended' }))
  await expect.poll(() => ends.length, PATIENT).toBe(1)
  const stopped = stop()
  ends[0]?.()
  await stopped
  expect(done).toEqual(['ended'])
  expect(await statesOf('slow')).toEqual(['completed'])
})

test('consoles that start at once on a new database make what the jobs need together', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const database = openPostgres(url)
  await migrate(database)
  const said: string[] = []
  const log = { error: (fields: object) => said.push(JSON.stringify(fields)), warn: () => undefined }
  const consoles = [1, 2, 3].map(() => createJobs<Context>(database, [noteJob]))
  await Promise.all(consoles.map(({ start }) => start({ name: '', done: [] }, log)))
  expect(said).toEqual([])
  await Promise.all(consoles.map(({ stop }) => stop()))
  await database.close()
  await drop()
}, 40_000)

const consoleThatHangs = (url: string, name: string) => `
  import { openPostgres } from '${join(import.meta.dirname, '../db/db.ts')}'
  import { createJobs } from '${join(import.meta.dirname, 'jobs.ts')}'
  const hanging = { name: '${name}', work: () => new Promise(() => process.stdout.write('begun')) }
  await createJobs(openPostgres('${url}'), [hanging]).start({}, console)
`
