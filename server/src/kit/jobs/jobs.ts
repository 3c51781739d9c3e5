import { sql } from 'drizzle-orm'
import type { ConstructorOptions, DrizzleTransactionLike, PgBoss } from 'pg-boss'
import type { Database, Db } from '../db/db.ts'
import { DAY_S } from '../process/clock.ts'
import { loggedError } from '../process/log.ts'
import { traced, traceId } from '../telemetry/tracing.ts'
import type { Tx } from '../write/tx.ts'

/** Work outside of any request: once for each `enqueue`, or `every` so often by one console of all. */
export interface Job<Context, Payload extends object> {
  /** Never changes: jobs that wait in the database carry this name. */
  name: string
  every?: 'minute' | 'quarter of an hour' | 'hour' | 'night'
  /** How many tries it has, five unless given; a crash counts as one. */
  tries?: number
  /** Doing it twice must be harmless, since it may run again after a crash. */
  work(context: Context, payload: Payload): PromiseLike<unknown>
}

export const job = <Context, Payload extends object>(declared: Job<Context, Payload>) => declared

export interface Jobs<Context> {
  /** Writes the job in the transaction of its cause, so it runs after the commit. Put no secret in it. */
  enqueue<Payload extends object>(tx: Tx, job: Job<Context, Payload>, payload: Payload): Promise<void>
  /** Never rejects: failures are logged and tried again. */
  start(context: Context, log: Log): Promise<void>
  /** Gives running jobs five seconds to end; another process does the rest. */
  stop(): Promise<void>
}

interface Log {
  error(fields: object, words: string): void
  warn(fields: object, words: string): void
}

const CRON = { minute: '* * * * *', 'quarter of an hour': '*/15 * * * *', hour: '0 * * * *', night: '30 8 * * *' }
const STOP_MS = 5000
const START_AGAIN_MS = 10_000
/** NOTIFY wakes the workers of a queue; polling catches retries and what NOTIFY missed. */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }
/** After this silence a job counts as abandoned and goes to another process. */
const HEARTBEAT_S = 30
const PACE = {
  superviseIntervalSeconds: 30,
  monitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 15,
  flowIntervalSeconds: 3600,
}

const queueOptions = ({ every, tries = 5 }: Job<never, never>) => ({
  retryLimit: tries - 1,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  heartbeatSeconds: HEARTBEAT_S,
  // The longest pg-boss allows. After its default of 15 minutes it would start the job again while it still runs.
  expireInSeconds: DAY_S,
  deleteAfterSeconds: every ? DAY_S : 14 * DAY_S,
})

/** The jobs of a console, kept by pg-boss in the schema `pgboss`, which is loaded with its first use. */
export function createJobs<Context>(
  database: Database,
  declared: Job<Context, never>[],
  pace: ConstructorOptions = {},
): Jobs<Context> {
  let log: Log | undefined
  let opened: ReturnType<typeof openBoss> | undefined
  let isStopped = false

  const openBoss = async () => {
    const { fromDrizzle, PgBoss } = await import('pg-boss')
    const through = (db: Db) => {
      // drizzle's types say less of an answer than pg gives.
      const { executeSql } = fromDrizzle(db as DrizzleTransactionLike, sql)
      // pg-boss looks for PostgreSQL's own message, which drizzle wraps in its own.
      const plainly = (error: Error) => Promise.reject(error.cause ?? error)
      return { executeSql: (text: string, values?: unknown[]) => executeSql(text, values).catch(plainly) }
    }
    const boss = new PgBoss({
      db: { ...through(database.db), listen: listenBy(database) },
      createSchema: false,
      useListenNotify: true,
      // Both are for tables of a size that ours never have.
      reindex: false,
      monitorVacuum: false,
      ...PACE,
      ...pace,
    })
    // Some come as plain objects, which a log could not describe.
    boss.on('error', (reported: Error) => {
      const err = reported instanceof Error ? reported : Object.assign(new Error(), reported)
      log?.error({ err }, 'the jobs have trouble with the database')
    })
    boss.on('warning', ({ message }) => log?.warn({}, message))
    try {
      await boss.start()
      for (const { name, every } of declared) {
        // At most one job of a schedule waits or runs, however many consoles there are.
        await boss.createQueue(name, { policy: every ? 'exclusive' : 'standard', notify: true })
      }
    } catch (error) {
      await halt(boss)
      throw error
    }
    return { boss, through }
  }
  const open = () => {
    opened ??= openBoss().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }

  const run = async (context: Context) => {
    const { boss } = await open()
    for (const one of declared) {
      if (one.every) await boss.schedule(one.name, CRON[one.every], null, { ...queueOptions(one), missed: 'once' })
    }
    for (const { name, work } of declared) {
      const worker = await boss.work<never>(name, POLLING, async ([next]) => {
        // Looks for the next job: many that were written together send one NOTIFY.
        boss.notifyWorker(worker)
        await traced({ name: `job ${name}`, isRoot: true }, async () => {
          try {
            await work(context, next!.data)
          } catch (err) {
            log?.error({ err, job: name, traceId: traceId() }, 'background job failed')
            // The message is stored with the job, where the values of a failed query have no place.
            throw new Error(loggedError(err).message)
          }
        })
      })
    }
  }

  const start = async (context: Context, to: Log): Promise<void> => {
    log = to
    try {
      await run(context)
    } catch (err) {
      if (isStopped) return
      log.error({ err }, 'the jobs could not be started')
      setTimeout(() => isStopped || void start(context, to), START_AGAIN_MS).unref()
    }
  }

  return {
    enqueue: async (tx, one, payload) => {
      const { boss, through } = await open()
      await boss.send(one.name, payload, { ...queueOptions(one), db: through(tx) })
    },
    start,
    stop: async () => {
      isStopped = true
      const { boss } = (await opened?.catch(() => undefined)) ?? {}
      if (boss) await halt(boss)
    },
  }
}

const halt = (boss: PgBoss) => boss.stop({ close: false, timeout: STOP_MS }).catch(() => undefined)

/** A call without a payload means that the connection was reopened. */
const listenBy =
  (database: Database) => async (channel: string, onNotify: (payload: string) => void, onOpen: () => void) => {
    const { stop } = await database.listen(channel, (payload) => (payload === undefined ? onOpen() : onNotify(payload)))
    return { close: stop }
  }

/** Does the work for each and fails at the end if any failed, so that one that always fails holds up no other. */
export async function tryEach<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((failure) => failures.push(failure))
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
  if (failures.length === 1) throw failures[0]
}
