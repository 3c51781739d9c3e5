import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kept, Kind, Records } from './records.ts'

export type Sandbox = {
  store: Store
  clock: Clock
  address: string
  webhook?: { url: string; secret: string }
  /** While a long past is made up, its events are written down and sent to nobody. */
  isQuiet: boolean
  /** The request that is being answered, for the events that it sets off. */
  request: { id: string; idempotency_key: string | null } | null
}

type Change = { kind: Kind; id: string; before: Kept | undefined }

/**
 * Every record in memory, and in one SQLite file that is written before a request is answered. Records are never
 * altered, only replaced, so that what was read stays as it was and a failed request is undone from its journal.
 */
export class Store {
  readonly #db: DatabaseSync
  readonly #kinds = new Map<Kind, Map<string, Kept>>()
  /** The last state of what was deleted: discounts and invoices still point there. */
  readonly #deleted = new Map<string, Kept>()
  #journal: Change[] = []

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#db = new DatabaseSync(join(folder, 'sandbox.db'))
    // The lock is the kernel's: it ends with the process, however that ends. Without a checkpoint at every commit what
    // was written survives a killed process, though not a machine that loses power.
    this.#db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal')
    this.#db.exec(`begin exclusive;
      create table if not exists records (seq integer primary key, kind text, id text, body text, deleted integer, unique (kind, id));
      commit`)
    for (const row of this.#db.prepare('select kind, id, body, deleted from records order by seq').all()) {
      const record = JSON.parse(row.body as string)
      if (row.deleted) this.#deleted.set(`${row.kind} ${row.id}`, record)
      else this.#of(row.kind as Kind).set(row.id as string, record)
    }
  }

  find<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.#of(kind).get(id)
  }

  /** Also what was deleted, as it last was. */
  recall<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.find(kind, id) ?? (this.#deleted.get(`${kind} ${id}`) as Records[K] | undefined)
  }

  /** Oldest first. */
  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.#of(kind).values()]
  }

  save<T extends Kept>(record: T): T {
    const records = this.#of(record.object as Kind) as Map<string, Kept>
    this.#journal.push({ kind: record.object as Kind, id: record.id, before: records.get(record.id) })
    records.set(record.id, record)
    return record
  }

  remove(record: Kept) {
    const kind = record.object as Kind
    this.#journal.push({ kind, id: record.id, before: record })
    this.#of(kind).delete(record.id)
    this.#deleted.set(`${kind} ${record.id}`, record)
  }

  /** All of it or nothing, on disk when this returns. */
  transaction<T>(work: () => T, isKept: (error: unknown) => boolean = () => false): T {
    try {
      const result = work()
      this.#commit()
      return result
    } catch (error) {
      if (isKept(error)) this.#commit()
      else this.#undo(0)
      throw error
    }
  }

  /** Does the work and undoes it: what it returns is what would have happened. */
  rehearse<T>(work: () => T): T {
    const start = this.#journal.length
    try {
      return work()
    } finally {
      this.#undo(start)
    }
  }

  close() {
    this.#db.close()
  }

  #of<K extends Kind>(kind: K) {
    const records = this.#kinds.get(kind) ?? new Map<string, Kept>()
    this.#kinds.set(kind, records)
    return records as unknown as Map<string, Records[K]>
  }

  #undo(start: number) {
    for (const { kind, id, before } of this.#journal.splice(start).reverse()) {
      const records = this.#of(kind) as Map<string, Kept>
      this.#deleted.delete(`${kind} ${id}`)
      if (before) records.set(id, before)
      else records.delete(id)
    }
  }

  #commit() {
    const changed = new Map(this.#journal.map(({ kind, id }) => [`${kind} ${id}`, { kind, id }]))
    this.#journal = []
    if (changed.size === 0) return
    const write = this.#db.prepare(
      `insert into records (kind, id, body, deleted) values (?, ?, ?, ?)
       on conflict (kind, id) do update set body = excluded.body, deleted = excluded.deleted`,
    )
    const forget = this.#db.prepare('delete from records where kind = ? and id = ?')
    this.#db.exec('begin')
    for (const { kind, id } of changed.values()) {
      const isDeleted = !this.find(kind, id)
      // Nobody asks for a delivery again once it was made.
      if (isDeleted && (kind === 'delivery' || kind === 'kept_answer')) forget.run(kind, id)
      else write.run(kind, id, JSON.stringify(this.recall(kind, id)), isDeleted ? 1 : 0)
    }
    this.#db.exec('commit')
  }
}

/** Real time and a kept offset, in seconds. While it is being advanced it stands at what is due. */
export class Clock {
  readonly #store: Store
  #standing: number | undefined

  constructor(store: Store) {
    this.#store = store
  }

  now() {
    return this.#standing ?? Math.floor(Date.now() / 1000) + this.#offset
  }

  at<T>(time: number, work: () => T): T {
    const before = this.#standing
    this.#standing = time
    try {
      return work()
    } finally {
      this.#standing = before
    }
  }

  move(seconds: number) {
    this.#store.save({ id: 'clock', object: 'clock', offset: this.#offset + seconds })
  }

  get #offset() {
    return this.#store.find('clock', 'clock')?.offset ?? 0
  }
}
