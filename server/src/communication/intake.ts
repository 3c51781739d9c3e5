import { plainTextOf } from '@hikmah/contract/rich-text'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reads, Settings } from '../house.ts'
import { limit } from '../kit/auth/throttle.ts'
import { addressOf } from '../kit/http/edge/network.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { responseEntries } from './table.ts'

const TEN_MINUTES_S = 600
/** The limit of a day is that of an hour: nobody fills in a form all day long. */
const TEN_MINUTES_IN_A_DAY = 6
const TOO_MANY = 'You have sent too many messages. Please try again later.'

/** Both forms together, by the address they are sent from, whatever is in them. */
export async function countIntake(house: Reads & Settings, ip: string): Promise<void> {
  const max = house.config.intakePer10Min
  const address = addressOf(ip)
  await limit(house, { key: `intake:${address}`, max, windowS: TEN_MINUTES_S, message: TOO_MANY })
  const perDay = { key: `intake-day:${address}`, max: max * TEN_MINUTES_IN_A_DAY, windowS: DAY_S }
  await limit(house, { ...perDay, message: TOO_MANY })
}

const MAX_LINKS = 3
const LINK = /https?:\/\/|(?<!\/)www\./gi

/** What only a machine fills in is filled in, or the text is full of links. */
export const looksLikeSpam = (honeypot: string, texts: string[]): boolean =>
  honeypot.trim() !== '' || (texts.join(' ').match(LINK)?.length ?? 0) > MAX_LINKS

const locks = { 'demo-request': 748_202, 'contact-inquiry': 748_203 }

/** Lets one form of a sender through at a time, so that two at once become one thread. */
export const lockSender = (tx: Tx, entity: keyof typeof locks, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${locks[entity]}, hashtext(${email}))`)

/**
 * A real visitor writes a handful. What is sent beyond begins a thread of its own: a refusal would lose the words of a
 * person, and tell a stranger that somebody wrote from this e-mail.
 */
const MAX_JOINED = 10

type Threaded = Record<'id' | 'email' | 'spam' | 'createdAt' | 'deletedAt', PgColumn>

/**
 * The thread that what is sent now belongs to: begun by the same e-mail within the last 24 hours, not full and not
 * deleted. What looks like spam has threads of its own, so that a machine cannot write into a person's. `owner` is the
 * column of its entries.
 */
export const isSameThread = (table: Threaded, owner: PgColumn, tx: Tx, email: string, spam: boolean) =>
  and(
    lt(tx.$count(responseEntries, and(eq(owner, table.id), responseEntries.fromWebsite)), MAX_JOINED),
    eq(table.email, email),
    eq(table.spam, spam),
    gt(table.createdAt, secondsAfter(tx.at, -DAY_S)),
    isNull(table.deletedAt),
  )

/** The words of a visitor as a note that is shown as written, also where they happen to look like a document. */
export function noteOf(words: string): string {
  if (plainTextOf(words) === words) return words
  const content = words
    .split('\n')
    .map((text) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) }))
  return JSON.stringify({ type: 'doc', content })
}
