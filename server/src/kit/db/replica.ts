import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A replica is waited for no longer, then the primary is asked. It ends statements itself a second before. */
const LIMITS = { connectionTimeoutMillis: 1500, query_timeout: 6000 }
const ASK_EVERY_MS = 200
/** One that takes longer to say where it is hangs. */
const ANSWER_MS = 1000
/** One that is further behind is not read: what others wrote must not stay unseen. */
const MOST_BEHIND_MS = 2000
/** The statement was ended for its length. The primary would be no faster. */
const CANCELED = '57014'

/**
 * A place in the log of the primary: `2/0/3000148`, the timeline before the position. A promoted replica begins a new
 * timeline, in which all that was acknowledged before has an earlier place, and what was not may have a later position.
 */
const asNumber = (place: string): bigint =>
  place.split('/').reduce((number, part) => (number << 32n) + BigInt(`0x${part}`), 0n)
const PLACE = /^[0-9A-F]{1,8}(\/[0-9A-F]{1,8}){2}$/
/** Later than all. */
export const NEVER_REACHED = 'FFFFFFFF/FFFFFFFF/FFFFFFFF'

/** The name of a file of the log begins with its timeline. */
const PRIMARY_PLACE = `select left(pg_walfile_name(at), 8) || '/' || at as place from pg_current_wal_insert_lsn() at`
/** A promoted replica is none any more. Its timeline is known some minutes late, and until then it is not read. */
const REPLICA_PLACE = `select case when pg_is_in_recovery()
  then upper(to_hex(timeline_id)) || '/' || pg_last_wal_replay_lsn() end as place from pg_control_checkpoint()`

/** A call that may read a replica: one that has come up to `place`, until a statement had to be asked of the primary. */
const reading = new AsyncLocalStorage<{ place: bigint; isPrimary: boolean }>()

/** Work that several callers share sees what the last of them wrote, so it reads the primary. */
export const readPrimary = <T>(work: () => T): T => reading.exit(work)

export interface Replica {
  /** Statements of `work` outside transactions may read the replica, once it has all that was written up to each of `places`. */
  read<T>(places: string[], work: () => T): T
  /** Where what was just written ends. */
  findPlace(): Promise<string>
}

/**
 * The pool of the primary, whose statements are read from a replica while a call allows it (`read`), and from the
 * primary whenever the replica is behind or away. The position of what a caller wrote last comes with the caller, so
 * nobody misses what they have just written, whichever process answers.
 */
export class ReplicatedPool extends pg.Pool implements Replica {
  readonly #replica: pg.Pool
  #replayed = -1n
  #isEnding = false
  readonly #following: Promise<void>

  constructor(config: pg.PoolConfig, replicaUrl: string, onConnect: (client: pg.PoolClient) => void) {
    super(config)
    this.#replica = new pg.Pool({ ...config, ...LIMITS, connectionString: replicaUrl })
    this.#replica.on('error', () => undefined)
    this.#replica.on('connect', onConnect)
    this.#following = this.#follow()
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    const readable = async (...args: unknown[]) => {
      const call = reading.getStore()
      if (!call || call.isPrimary) return query(...args)
      try {
        if (call.place <= this.#replayed)
          return await (this.#replica.query as (...args: unknown[]) => Promise<unknown>)(...args)
      } catch (error) {
        if ((error as { code?: string }).code === CANCELED && this.#replayed >= 0n) throw error
      }
      // From here on too, or one call would see an earlier state after a later one.
      call.isPrimary = true
      return query(...args)
    }
    Object.assign(this, { query: readable })
  }

  read<T>(places: string[], work: () => T): T {
    if (!places.every((place) => PLACE.test(place))) return work()
    const place = places.map(asNumber).reduce((last, next) => (next > last ? next : last))
    return reading.run({ place, isPrimary: false }, work)
  }

  async findPlace(): Promise<string> {
    const { rows } = await readPrimary(() => this.query(PRIMARY_PLACE))
    return rows[0].place
  }

  override async end(): Promise<void> {
    this.#isEnding = true
    await this.#following
    await this.#replica.end()
    await super.end()
  }

  /** Learns over and over how far the replica is. */
  async #follow() {
    const seen: { at: number; place: bigint }[] = []
    while (!this.#isEnding) {
      await sleep(ASK_EVERY_MS, undefined, { ref: false })
      try {
        const [now, { rows }] = await Promise.all([
          this.findPlace(),
          this.#replica.query({ text: REPLICA_PLACE, query_timeout: ANSWER_MS } as pg.QueryConfig),
        ])
        const at = performance.now()
        seen.push({ at, place: asNumber(now) })
        while (seen[1] && seen[1].at < at - MOST_BEHIND_MS) seen.shift()
        const replayed = rows[0].place === null ? -1n : asNumber(rows[0].place)
        this.#replayed = replayed >= seen[0]!.place ? replayed : -1n
      } catch {
        this.#replayed = -1n
      }
    }
  }
}
