import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { type Database, type Db, isAnyOf, kept } from '../db/db.ts'
import { type Clock, secondsAfter } from '../process/clock.ts'
import { traced } from '../telemetry/tracing.ts'
import { HIDDEN_PART, mailTable, withoutHidden } from './post.ts'

type MailRow = typeof mailTable.$inferSelect

interface Outgoing extends Pick<MailRow, 'id' | 'subject' | 'html' | 'text' | 'replyTo' | 'unsubscribeUrl'> {
  to: string
  /** The mails of its thread that its reader was sent before, the oldest first. */
  earlierIds: string[]
}
export type Deliver = (mail: Outgoing) => Promise<void>

/** Mails sent at once. Codes never wait for other mails, and slow domains hold up none but each other. */
const LANES = { code: 20, letter: 3, slow: 1 }
type Lane = keyof typeof LANES

/** A slower delivery leaves its lane to others and marks its domain as slow. */
const SLOW_MS = 3000
/** Outlasts the wait between tries, so that a domain that hangs is still marked at the next. */
const SLOW_FOR_S = 600
/** After this another process takes over the mail of one that died. */
const LEASE_S = 60
/** Ends well before another process could take the mail over. */
const DELIVERY_MS = 40_000
const MAX_WAIT_S = 60
const STOP_MS = 2000

export const backOffS = (attempts: number) => Math.min(MAX_WAIT_S, 2 ** (attempts - 1))

const domain = sql<string>`lower(split_part(${mailTable.recipient}, '@', -1))`

/** Each due mail belongs to one lane. The first try of a code is immediate, whatever its domain. */
const isInLane: Record<Lane, (isSlow: SQL) => SQL | undefined> = {
  code: (isSlow) => and(eq(mailTable.secret, 1), or(eq(mailTable.attempts, 0), not(isSlow))),
  letter: (isSlow) => and(eq(mailTable.secret, 0), not(isSlow)),
  slow: (isSlow) => and(isSlow, or(eq(mailTable.secret, 0), gt(mailTable.attempts, 0))),
}

const leasedColumns = { ...getTableColumns(mailTable), domain }
type LeasedMail = MailRow & { domain: string }

function wiped({ secret, hidden, html, text }: LeasedMail) {
  if (secret === 1) return { html: '', text: '' }
  if (hidden === '') return {}
  return { html: html.replaceAll(hidden, HIDDEN_PART), text: text.replaceAll(hidden, HIDDEN_PART), hidden: '' }
}

/** The mail server refuses this recipient for good, not us (RFC 5321, 4.2.1). */
function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
}

export interface Postman {
  /** Reads the outbox now, and again whenever something is due. */
  wake(): void
  /** Resolves when all due mails are sent; for tests. */
  deliverDue(): Promise<void>
  /** Waits a moment for mails under way; the next process retries one that hangs. */
  stop(): Promise<void>
}

/** Sends mails at once after a commit, else with back-off 1, 2, 4 … 60 s until they expire or are refused for good. */
export function createPostman(
  database: Database,
  clock: Clock,
  deliver: Deliver,
  keepBodies: boolean,
  onError: (error: unknown) => void,
  { deliveryMs = DELIVERY_MS, slowMs = SLOW_MS } = {},
): Postman {
  const { db } = database
  const underWay = new Map<{ lane: Lane; mail: LeasedMail }, Promise<void>>()
  const slowUntil = new Map<string, Date>()
  let looking: Promise<void> | undefined
  let again = false
  let mayHaveExpired = false
  let stopped = false

  const giveUpExpired = () =>
    db
      .update(mailTable)
      .set({
        status: 'failed',
        lastError: sql`case when last_error = '' then 'Not sent in time' else last_error end`,
        ...withoutHidden,
      })
      .where(and(eq(mailTable.status, 'queued'), lt(mailTable.expiresAt, clock.now())))

  const lease = async (lane: Lane): Promise<LeasedMail | undefined> => {
    const now = clock.now()
    const isDue = and(eq(mailTable.status, 'queued'), lte(mailTable.nextAttemptAt, now), gte(mailTable.expiresAt, now))
    // Letters to one person arrive in the order in which they were written.
    const letters = [...underWay.keys()].flatMap(({ mail }) => (mail.secret === 0 ? mail.recipient : []))
    const isFree = or(eq(mailTable.secret, 1), not(isAnyOf(mailTable.recipient, sql.param(letters))))
    const due = db
      .select({ id: mailTable.id })
      .from(mailTable)
      .where(and(isDue, isFree, isInLane[lane](isAnyOf(domain, sql.param([...slowUntil.keys()])))))
      .orderBy(desc(mailTable.secret), asc(mailTable.nextAttemptAt), asc(mailTable.id))
      .limit(1)
      .for('update', { skipLocked: true })
    const [mail] = await kept(
      db
        .update(mailTable)
        .set({ nextAttemptAt: secondsAfter(now, LEASE_S), attempts: sql`${mailTable.attempts} + 1` })
        .where(inArray(mailTable.id, due))
        .returning(leasedColumns),
    )
    return mail
  }

  const send = async (mail: LeasedMail): Promise<boolean> => {
    try {
      const { id, recipient: to, subject, html, text, replyTo, unsubscribeUrl } = mail
      const earlierIds = await findEarlier(db, mail)
      const letter = { id, to, subject, html, text, replyTo, unsubscribeUrl, earlierIds }
      await traced({ name: `mail ${mail.kind}`, isOutgoing: true, isRoot: true }, () =>
        inTime(deliver(letter), deliveryMs),
      )
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
      // Unless another process has taken it over meanwhile.
      const isMine = and(
        eq(mailTable.id, mail.id),
        eq(mailTable.attempts, mail.attempts),
        eq(mailTable.status, 'queued'),
      )
      const next = isRefusedForGood(error)
        ? { status: 'failed' as const, ...wiped(mail) }
        : { nextAttemptAt: secondsAfter(clock.now(), backOffS(mail.attempts)) }
      await db
        .update(mailTable)
        .set({ lastError, ...next })
        .where(isMine)
      return false
    }
    const wipe = keepBodies ? {} : wiped(mail)
    await kept(
      db
        .update(mailTable)
        .set({ status: 'sent', sentAt: clock.now(), lastError: '', ...wipe })
        .where(eq(mailTable.id, mail.id)),
    )
    return true
  }

  const begin = (mail: LeasedMail, lane: Lane) => {
    const delivery = { lane, mail }
    let isLate = false
    const leaveLane = () => {
      isLate = true
      delivery.lane = 'slow'
      slowUntil.set(mail.domain, secondsAfter(clock.now(), SLOW_FOR_S))
      wake()
    }
    const timer = setTimeout(leaveLane, slowMs)
    const finish = async () => {
      try {
        const isSent = await send(mail)
        if (isSent || !isLate) slowUntil.delete(mail.domain)
      } catch (error) {
        onError(error)
      } finally {
        clearTimeout(timer)
        underWay.delete(delivery)
        wake()
      }
    }
    underWay.set(delivery, finish())
  }

  const hasRoom = (lane: Lane) =>
    !stopped && [...underWay.keys()].filter((delivery) => delivery.lane === lane).length < LANES[lane]

  const fill = async (lane: Lane) => {
    while (hasRoom(lane)) {
      const mail = await lease(lane)
      if (!mail) return
      begin(mail, lane)
    }
  }

  const lookUntilSeen = async () => {
    try {
      do {
        again = false
        if (mayHaveExpired) {
          mayHaveExpired = false
          await giveUpExpired()
        }
        for (const [name, until] of slowUntil) if (until < clock.now()) slowUntil.delete(name)
        await fill('code')
        await fill('letter')
        if (slowUntil.size > 0) await fill('slow')
      } while (again)
    } finally {
      // No await since `again` was read, so that a caller from now on starts a new look.
      looking = undefined
    }
  }

  const look = () => {
    again = true
    looking ??= lookUntilSeen()
    return looking
  }
  const wake = () => {
    if (!stopped) look().catch(onError)
  }
  const timer = setInterval(() => {
    mayHaveExpired = true
    wake()
  }, 1000)
  timer.unref()

  return {
    wake,
    deliverDue: async () => {
      mayHaveExpired = true
      for (;;) {
        await look()
        if (underWay.size === 0) return
        await Promise.all(underWay.values())
      }
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await looking?.catch(() => undefined)
      await Promise.race([Promise.all(underWay.values()), sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

/** Headers need not name more. */
const MOST_EARLIER = 20

async function findEarlier(db: Db, { id, thread, recipient }: MailRow): Promise<string[]> {
  if (thread === '') return []
  const rows = await kept(
    db
      .select({ id: mailTable.id })
      .from(mailTable)
      .where(
        and(
          eq(mailTable.thread, thread),
          eq(mailTable.recipient, recipient),
          lt(mailTable.id, id),
          eq(mailTable.status, 'sent'),
        ),
      )
      .orderBy(desc(mailTable.id))
      .limit(MOST_EARLIER),
  )
  return rows.map((row) => row.id).reverse()
}

/** A mail server that sends a byte now and then could hold a delivery for ever. */
async function inTime(delivery: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long')), ms)
  })
  try {
    await Promise.race([delivery, late])
  } finally {
    clearTimeout(timer)
  }
}
