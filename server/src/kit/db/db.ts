import { setImmediate, setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { eq, type Param, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { jsonb, PgColumn, type PgDatabase, PgDialect, type PgQueryResultHKT, pgTable, text } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { isDatabaseBusy } from '../errors/failures.ts'
import { isTracing, traced } from '../telemetry/tracing.ts'
import { type Listening, listenPostgres } from './listen.ts'
import { type Replica, ReplicatedPool, readPrimary } from './replica.ts'

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
   * some.
   */
  listen(channel: string, onNotify: (payload?: string) => void): Promise<Listening>
  pool(): { busy: number; idle: number; waiting: number }
  /** Undefined without one. */
  replica?: Replica
  close(): Promise<void>
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
export function nameKeptStatements(client: pg.ClientBase, keepsNames = true) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (statement: unknown, ...rest: unknown[]) => {
    const { name, text = '' } = statement as pg.QueryConfig
    const isRenamed = name === KEPT || (name && !keepsNames)
    return query(
      isRenamed ? { ...(statement as pg.QueryConfig), name: keepsNames ? nameOf(text) : '' } : statement,
      ...rest,
    )
  }
  Object.assign(client, { query: named })
}

const LONGEST_TEXT = 1000

/** A span for each statement that is answered by a promise; the pool hands those it was asked to clients by a callback. */
function traceStatements(client: pg.Pool | pg.ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const tracedQuery = (...args: unknown[]) => {
    if (!isTracing()) return query(...args)
    const text = typeof args[0] === 'string' ? args[0] : ((args[0] as Partial<pg.QueryConfig>).text ?? '')
    const isStream = typeof args[0] === 'object' && 'submit' in args[0]!
    if (isStream || typeof args.at(-1) === 'function') return query(...args)
    const [verb = 'statement'] = /[a-z]+/i.exec(text) ?? []
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_TEXT) }
    return traced({ name: verb.toUpperCase(), isOutgoing: true, attributes }, () => query(...args))
  }
  Object.assign(client, { query: tracedQuery })
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

const ANY_COLUMN = '\u0001'

/** A condition that is built once and asked of several columns: building it takes longer than asking. */
export function builtForAnyColumn(build: (column: SQL) => SQL): (column: SQL) => SQL {
  const { sql: text, params } = dialect.sqlToQuery(build(sql.raw(ANY_COLUMN)))
  const parts = text.split(new RegExp(`(${ANY_COLUMN}|\\$\\d+)`)).map((part) => {
    if (part === ANY_COLUMN) return undefined
    return part.startsWith('$') ? sql.param(params[Number(part.slice(1)) - 1]) : sql.raw(part)
  })
  return (column) => sql.join(parts.map((part) => part ?? column))
}

/** As `rowsOf`, for a statement that is `KEPT`. */
export async function keptRowsOf<T>(db: Db, query: SQL): Promise<T[]> {
  const statement = db._.session.prepareQuery(dialect.sqlToQuery(query), undefined, KEPT, false)
  return ((await statement.execute()) as { rows: T[] }).rows
}

/** Longer queries are given up in the database, and a second later here. */
const LIMITS_MS = { statement_timeout: 5000, idle_in_transaction_session_timeout: 10_000 }
const QUERY_TIMEOUT_MS = 6000
/** Here a statement also waits for a connection of the pooler, at most 10 s by the example in deploy/. */
const POOLED_QUERY_TIMEOUT_MS = 16_000

/** Compiling takes longer than running any query of ours: a dashboard of a million rows 2 s instead of 0.4 s. */
const NO_JIT = '-c jit=off'

/** What a connection says when it opens whose work may take any time, whatever limits its role has. */
export const UNLIMITED = { options: `${NO_JIT} -c statement_timeout=0 -c idle_in_transaction_session_timeout=0` }

/** As settings of a role, for connections that cannot say them when they open. In milliseconds. */
export const ROLE_SETTINGS = { ...LIMITS_MS, jit: 'off' }

export interface Opening {
  /** For migrations, where an index on millions of rows takes minutes. */
  unlimited?: boolean
  /** Nobody stands between this process and its server, and the two end together: what it opens hears until then. */
  isOwn?: boolean
  /**
   * The URL leads through a pooler: its role has the `ROLE_SETTINGS`, `directUrl` leads to the database itself, and
   * `keepsNames` says whether a statement is found again by its name.
   */
  pooled?: { directUrl: string; keepsNames: boolean }
  /** A replica, which what only reads may read; where there is a pooler, it may stand behind one too. */
  replica?: { url: string; keepsNames: boolean } | undefined
}

function settingsOf({ unlimited, pooled }: Opening): pg.PoolConfig {
  if (unlimited) return UNLIMITED
  if (pooled) return { query_timeout: POOLED_QUERY_TIMEOUT_MS }
  return { ...LIMITS_MS, query_timeout: QUERY_TIMEOUT_MS, options: NO_JIT }
}

export function openPostgres(url: string, opening: Opening = {}): Database {
  const { isOwn, pooled, replica } = opening
  const directUrl = pooled?.directUrl ?? url
  const { ping, close: closePing } = createPing(directUrl)
  const config = {
    connectionString: url,
    // Also limits the wait for a free connection. The watch reports a database that is gone sooner.
    connectionTimeoutMillis: 15_000,
    max: 20,
    ...settingsOf(opening),
    keepAlive: true,
  }
  const prepareClient = (client: pg.PoolClient, keepsNames = pooled?.keepsNames) => {
    client.on('error', () => undefined)
    nameKeptStatements(client, keepsNames)
    traceStatements(client)
  }
  const replicated = replica
    ? new ReplicatedPool(config, replica.url, (client) => prepareClient(client, replica.keepsNames))
    : undefined
  const pool = replicated ?? new pg.Pool(config)
  // A broken connection fails its query, and the next query opens a new one. An idle one reports to the pool, one that
  // a transaction holds between queries reports itself; unheard, both would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => prepareClient(client))
  const notify = (channel: string, payload: string) => pool.query('select pg_notify($1, $2)', [channel, payload])
  traceStatements(pool)
  const db = drizzle(pool) as unknown as Drizzle
  return {
    kind: 'postgres',
    db,
    transaction: (work) => db.transaction(work),
    script: async (sql) => void (await pool.query(sql)),
    ping,
    listen: (channel, onNotify) => listenPostgres(directUrl, channel, onNotify, isOwn ? undefined : notify),
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ...(replicated && { replica: replicated }),
    close: async () => {
      await closePing()
      await pool.end()
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
      if (!isUnderWay) void readPrimary(goOn)
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
