import { setImmediate, setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { eq, type Param, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { jsonb, PgColumn, type PgDatabase, PgDialect, type PgQueryResultHKT, pgTable, text } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { isDatabaseBusy } from '../errors/failures.ts'

/** Pings on its own connection, since the pool may hang. One that was cut is replaced in the same time. */
function createPing(url: string) {
  let client: pg.Client | undefined

  const drop = (lost: pg.Client) => {
    if (client === lost) client = undefined
    lost.end().catch(() => undefined)
  }

  const ask = async (): Promise<void> => {
    const open = client ?? new pg.Client({ connectionString: url, keepAlive: true })
    if (open !== client) {
      client = open
      open.on('error', () => drop(open))
      await open.connect()
    }
    await open.query('select 1')
  }

  /** Answers that came while the event loop was busy are in time. */
  const tryOnce = async (ms: number): Promise<void> => {
    const asked = client
    const late = sleep(ms, undefined, { ref: false })
      .then(() => turn())
      .then(() => Promise.reject(new Error('The database did not answer in time')))
    try {
      await Promise.race([ask(), late])
    } catch (error) {
      const failed = client ?? asked
      if (failed) drop(failed)
      // A server without a free connection is busy, not gone.
      if (!isDatabaseBusy(error)) throw error
    }
  }

  return {
    ping: (ms: number) => tryOnce(ms / 2).catch(() => tryOnce(ms / 2)),
    close: async () => {
      await client?.end().catch(() => undefined)
      client = undefined
    },
  }
}

type Drizzle = PgDatabase<PgQueryResultHKT, Record<string, never>>

export type Db = Omit<Drizzle, 'transaction'>

export interface Database {
  kind: 'embedded' | 'postgres'
  db: Db
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Several statements without values, such as a migration. */
  script(sql: string): Promise<void>
  ping(ms: number): Promise<void>
  /**
   * Calls `onNotify` with the payload of each NOTIFY, and without one when it hears again after it may have missed
   * some. `isHearing` is false while one could be missed.
   */
  listen(channel: string, onNotify: (payload?: string) => void): Promise<Listening>
  pool(): { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

export interface Listening {
  isHearing(): boolean
  stop(): Promise<void>
}

export const rowsOf = async <T>(db: Db, query: SQL): Promise<T[]> =>
  ((await db.execute(query)) as unknown as { rows: T[] }).rows

/**
 * The name to prepare a statement with that is asked all day and served by one plan, whatever its values: PostgreSQL
 * parses and plans it once a connection. Not for a search, nor where a limit or list of names makes many texts of one.
 */
const KEPT = 'kept'

/** Each text has a name of its own. What comes after these is planned at each call. */
const MAX_KEPT = 500
const keptNames = new Map<string, string>()

function nameOf(text: string): string {
  const name = keptNames.get(text) ?? (keptNames.size < MAX_KEPT ? `kept ${keptNames.size}` : '')
  if (name) keptNames.set(text, name)
  return name
}

/** For a client that is not one of `openPostgres`: else all that are kept would have one name. */
export function nameKeptStatements(client: pg.ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (statement: unknown, ...rest: unknown[]) => {
    const { name, text = '' } = statement as pg.QueryConfig
    return query(name === KEPT ? { ...(statement as pg.QueryConfig), name: nameOf(text) } : statement, ...rest)
  }
  Object.assign(client, { query: named })
}

interface Query<Rows> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Rows> }
}

/** Runs a statement that is `KEPT`. */
export const kept = <Rows>(query: Query<Rows>): Promise<Rows> => query.prepare(KEPT).execute()

/**
 * A statement that is `KEPT` and built once a database: for details, where building it takes as long as running it. Its
 * values are each a `sql.placeholder`.
 */
export function keptQuery<Rows>(build: (db: Db) => Query<Rows>) {
  const built = new WeakMap<Db, ReturnType<Query<Rows>['prepare']>>()
  return (db: Db, values: Record<string, unknown>): Promise<Rows> => {
    const query = built.get(db) ?? build(db).prepare(KEPT)
    built.set(db, query)
    return query.execute(values)
  }
}

/** As `inArray`, in one text and by one plan for lists of any length: PostgreSQL does not look into a subquery for one. */
export function isAnyOf(column: PgColumn | SQL<string>, values: Placeholder | Param): SQL {
  const list = sql.raw(`${column instanceof PgColumn ? column.getSQLType() : 'text'}[]`)
  return sql`${column} = any((select ${values}::${list})::${list})`
}

const dialect = new PgDialect()

/** Its text, if it has no values: a part of many statements is built once. */
export function asText(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part)
  return params.length > 0 ? part : sql.raw(text)
}

/** As `rowsOf`, for a statement that is `KEPT`. */
export async function keptRowsOf<T>(db: Db, query: SQL): Promise<T[]> {
  const statement = db._.session.prepareQuery(dialect.sqlToQuery(query), undefined, KEPT, false)
  return ((await statement.execute()) as { rows: T[] }).rows
}

/** Longer queries are given up, here and in the database. */
const LIMITS_MS = { statement_timeout: 5000, query_timeout: 6000, idle_in_transaction_session_timeout: 10_000 }

/** `unlimited` is for migrations, where an index on millions of rows takes minutes. */
export function openPostgres(url: string, { unlimited = false } = {}): Database {
  const { ping, close: closePing } = createPing(url)
  const pool = new pg.Pool({
    connectionString: url,
    // Also limits the wait for a free connection. The watch reports a database that is gone sooner.
    connectionTimeoutMillis: 15_000,
    max: 20,
    ...(unlimited ? {} : LIMITS_MS),
    keepAlive: true,
    // Compiling takes longer than running any query of ours: a dashboard of a million rows 2 s instead of 0.4 s.
    options: '-c jit=off',
  })
  // A broken connection fails its query, and the next query opens a new one. An idle one reports to the pool, one that
  // a transaction holds between queries reports itself; unheard, both would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    nameKeptStatements(client)
  })
  const db = drizzle(pool) as unknown as Drizzle
  return {
    kind: 'postgres',
    db,
    transaction: (work) => db.transaction(work),
    script: async (sql) => void (await pool.query(sql)),
    ping,
    listen: (channel, onNotify) => listenPostgres(url, channel, onNotify),
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await closePing()
      await pool.end()
    },
  }
}

const LISTEN_AGAIN_MS = 1000

/** Listens on its own connection, reopened whenever it breaks; then calls `onNotify`, as some may have been missed. */
async function listenPostgres(url: string, channel: string, onNotify: (payload?: string) => void): Promise<Listening> {
  let isHearing = false
  let isStopped = false
  let client: pg.Client | undefined
  const open = async () => {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1500, keepAlive: true })
    const lost = () => {
      if (client !== next || isStopped) return
      isHearing = false
      client = undefined
      setTimeout(() => void open(), LISTEN_AGAIN_MS).unref()
    }
    client = next
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload = '' }) => onNotify(payload))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      isHearing = true
      onNotify()
    } catch {
      lost()
    }
  }
  await open()
  return {
    isHearing: () => isHearing,
    stop: async () => {
      isStopped = true
      await client?.end().catch(() => undefined)
    },
  }
}

export const BATCH_ROWS = 500

/** Streams all rows. `next` reads at most BATCH_ROWS rows after the given one, in an order without ties. */
export async function* inBatches<Row>(next: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await next(last)
    yield* rows
    if (rows.length < BATCH_ROWS) return
    last = rows.at(-1)
  }
}

interface Waiting<Ask, Answer> {
  ask: Ask
  settle: (answer: Answer) => void
  fail: (error: unknown) => void
}

const MAX_TOGETHER = 500

/** Calls that arrive while a batch runs share the next one. `work` answers in the order of its calls. */
export function gather<Ask, Answer>(work: (asks: Ask[]) => Promise<Answer[]>): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = []
  let isUnderWay = false

  const goOn = async () => {
    isUnderWay = true
    while (waiting.length > 0) {
      // Lets other calls of this tick join; else the first would always be a batch of its own.
      await setImmediate()
      const batch = waiting.splice(0, MAX_TOGETHER)
      try {
        const answers = await work(batch.map((one) => one.ask))
        for (const [i, { settle }] of batch.entries()) settle(answers[i]!)
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    isUnderWay = false
  }

  return (ask) =>
    new Promise((settle, fail) => {
      waiting.push({ ask, settle, fail })
      if (!isUnderWay) void goOn()
    })
}

/** Settings of the installation, which nothing sweeps. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

export async function readSetting(db: Db, key: string): Promise<unknown> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row?.value
}

export const saveSetting = (db: Db, key: string, value: unknown) =>
  db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })

export const deleteSetting = (db: Db, key: string) => db.delete(settings).where(eq(settings.key, key))
