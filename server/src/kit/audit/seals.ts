import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { hmac } from '../auth/keys.ts'
import { moment } from '../db/columns.ts'
import { type Db, readSetting, rowsOf } from '../db/db.ts'

/** JSON with sorted keys, since the hash must not depend on how a database orders an object. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** The entries that no seal has yet. Only a list of work: nothing is believed because it stands here. */
export const auditUnsealed = pgTable('audit_unsealed', { seq: bigint({ mode: 'number' }).primaryKey() })

/** Each seals some entries and the seal before it. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    /** From 1 without gaps. */
    number: bigint({ mode: 'number' }).primaryKey(),
    /** The month, as `2026-11`; FORMER_PART of the chain as it was kept before there were seals. */
    part: text().notNull(),
    at: moment('at').notNull(),
    /** Their numbers, the lowest first. */
    entries: bigint({ mode: 'number' }).array().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (t) => [index('audit_seals_part').on(t.part, t.number)],
)

export type Seal = typeof auditSeals.$inferSelect

/** Its seal names the last entry of that chain, whose hash it goes on from. */
export const FORMER_PART = '0000-00'

export const hashSeal = (key: Buffer, { hash: _, at, ...seal }: Seal, hashes: string[]) =>
  hmac(key, canonical({ ...seal, at: at.toISOString(), hashes }))

export interface Head {
  number: number
  hash: string
  part: string
  /** How many are sealed in all. */
  entries: number
}

/** The setting that tells seals whose end was cut off from fewer. Whoever seals locks it, nobody else. */
export const HEAD = 'audit-seals'
const FORMER_HEAD = 'audit-head'

type Signed<T> = T & { signature: string }

export const FIRST: Head = { number: 0, hash: '', part: '', entries: 0 }
/** No seal has this hash, so what follows never fits: sealing on cannot repair a broken trail. */
const BROKEN = 'broken'

const signHead = (key: Buffer, head: Head) => hmac(key, `seals ${canonical(head)}`)

export const signedHead = (key: Buffer, head: Head): Signed<Head> => ({ ...head, signature: signHead(key, head) })

export const ownHead = (key: Buffer, { signature, ...head }: Signed<Head>): Head | undefined =>
  signature === signHead(key, head) ? head : undefined

/** Undefined when somebody removed or changed it. */
export async function readHead(db: Db, key: Buffer): Promise<Head | undefined> {
  const stored = (await readSetting(db, HEAD)) as Signed<Head> | undefined
  if (stored) return ownHead(key, stored)
  return (await findLastSeal(db)) ? undefined : FIRST
}

async function findLastSeal(db: Db): Promise<Pick<Head, 'number' | 'part'> | undefined> {
  const [last] = await rowsOf<{ number: string | number; part: string }>(
    db,
    sql`select number, part from ${auditSeals} order by number desc limit 1`,
  )
  return last && { ...last, number: Number(last.number) }
}

/** What the next seal goes on from where the head was removed or changed. */
export async function brokenHead(db: Db): Promise<Head> {
  return { ...FIRST, ...(await findLastSeal(db)), hash: BROKEN }
}

interface Beginning {
  head: Head
  /** The end of the chain of entries that the former version kept. */
  former?: { seq: number; hash: string }
}

/** What the first seal goes on from. */
export async function findBeginning(db: Db, key: Buffer): Promise<Beginning> {
  if (await findLastSeal(db)) return { head: await brokenHead(db) }
  const stored = (await readSetting(db, FORMER_HEAD)) as Signed<{ seq: number; hash: string }> | undefined
  if (stored) {
    const { signature, ...former } = stored
    if (signature !== hmac(key, `head ${former.seq} ${former.hash}`)) return { head: await brokenHead(db) }
    return former.seq > 0 ? { head: FIRST, former } : { head: FIRST }
  }
  const [unknown] = await rowsOf(
    db,
    sql`select from audit_entries e where not exists (select from ${auditUnsealed} u where u.seq = e.seq) limit 1`,
  )
  return { head: unknown ? await brokenHead(db) : FIRST }
}
