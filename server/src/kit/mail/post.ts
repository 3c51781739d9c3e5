import type { MailStatus } from '@hikmah/contract/mails/schemas'
import { and, asc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../db/columns.ts'
import type { Database, Tx } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { type Clock, DAY_S, secondsAfter } from '../process/clock.ts'

/** The outbox: a mail is written in the transaction of its cause and sent after the commit. */
export const mailTable = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** A mail that carries a sign-in code is not listed and its body is wiped once sent. */
    secret: integer().notNull().default(0),
    organizationId: uuid('organization_id'),
    inviteId: uuid('invite_id'),
    status: text().$type<MailStatus>().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    /** Not sent by then, it is given up. */
    expiresAt: moment('expires_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (t) => [
    index('mails_due').on(t.nextAttemptAt).where(sql`status = 'queued'`),
    index('mails_failed').on(t.inviteId).where(sql`status = 'failed'`),
    index('mails_organization').on(t.organizationId, t.createdAt),
    index('mails_invite').on(t.inviteId, t.createdAt),
    index('mails_created').on(t.createdAt),
  ],
)

export interface Letter {
  kind: string
  to: string
  subject: string
  html: string
  text: string
  secret?: boolean
  organizationId?: string | null
  inviteId?: string | null
  /** Not sent before so many seconds have passed, so that its cause can be undone. */
  waitS?: number
  /** Useless after this many seconds, as a code is. One day unless given. */
  goodForS?: number
}

/** Puts a letter into the outbox of this transaction. Line breaks are taken out of what becomes a header. */
export async function post(tx: Tx, letter: Letter): Promise<string> {
  const id = newId()
  tx.hasLetters = true
  await tx.insert(mailTable).values({
    id,
    kind: letter.kind,
    recipient: letter.to.replace(/[\r\n]+/g, ' '),
    subject: letter.subject.replace(/[\r\n]+/g, ' '),
    html: letter.html,
    text: letter.text,
    secret: letter.secret ? 1 : 0,
    organizationId: letter.organizationId ?? null,
    inviteId: letter.inviteId ?? null,
    createdAt: tx.at,
    nextAttemptAt: secondsAfter(tx.at, letter.waitS ?? 0),
    expiresAt: secondsAfter(tx.at, letter.goodForS ?? DAY_S),
  })
  return id
}

/** Takes a letter back that was not handed to the mailer yet; false when it was. */
export async function takeBack(tx: Tx, mailId: string): Promise<boolean> {
  const unsent = and(eq(mailTable.id, mailId), eq(mailTable.status, 'queued'), eq(mailTable.attempts, 0))
  return (await tx.delete(mailTable).where(unsent).returning({ id: mailTable.id })).length > 0
}

type MailRow = typeof mailTable.$inferSelect
interface Outgoing {
  id: string
  to: string
  subject: string
  html: string
  text: string
}
/** Delivers one mail or throws. */
export type Deliver = (mail: Outgoing) => Promise<void>

/** As many as the mailer has connections; each takes its next mail when it is free, so that no lease waits in a queue. */
const AT_ONCE = 3
/** A mail leased by a process that died is taken up again after this. */
const LEASE_S = 60
/** A delivery is given up well before another process could take the mail up. */
const DELIVERY_MS = 40_000
const MAX_WAIT_S = 60

export const backOffS = (attempts: number) => Math.min(MAX_WAIT_S, 2 ** (attempts - 1))

/** What a secret letter said is forgotten with its end. */
const wiped = ({ secret }: MailRow) => (secret === 1 ? { html: '', text: '' } : {})

/** The mail server says of the recipient, and not of us, that it takes nothing for them, now or later (RFC 5321, 4.2.1). */
function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
}

export interface Postman {
  /** Looks into the outbox now, and again whenever something is due. */
  wake(): void
  /** Sends what is due and resolves when it is done; for tests and the last moments of a process. */
  deliverDue(): Promise<void>
  stop(): Promise<void>
}

/** Sends what the outbox holds: at once after a commit, else with back-off 1, 2, 4 … 60 s until the mail expires or is refused for good. */
export function createPostman(
  database: Database,
  clock: Clock,
  deliver: Deliver,
  keepBodies: boolean,
  onError: (error: unknown) => void,
  deliveryMs = DELIVERY_MS,
): Postman {
  const { db } = database
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const giveUpExpired = () =>
    db
      .update(mailTable)
      .set({
        status: 'failed',
        lastError: sql`case when last_error = '' then 'Not sent in time' else last_error end`,
        html: sql`case when secret = 1 then '' else html end`,
        text: sql`case when secret = 1 then '' else text end`,
      })
      .where(and(eq(mailTable.status, 'queued'), lt(mailTable.expiresAt, clock.now())))

  const lease = async (): Promise<MailRow | undefined> => {
    const now = clock.now()
    const due = db
      .select({ id: mailTable.id })
      .from(mailTable)
      .where(and(eq(mailTable.status, 'queued'), lte(mailTable.nextAttemptAt, now), gte(mailTable.expiresAt, now)))
      .orderBy(asc(mailTable.nextAttemptAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const [mail] = await db
      .update(mailTable)
      .set({ nextAttemptAt: secondsAfter(now, LEASE_S), attempts: sql`${mailTable.attempts} + 1` })
      .where(inArray(mailTable.id, due))
      .returning()
    return mail
  }

  const send = async (mail: MailRow) => {
    try {
      const { id, recipient: to, subject, html, text } = mail
      await inTime(deliver({ id, to, subject, html, text }), deliveryMs)
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
      // Unless another process has taken it up meanwhile.
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
      return
    }
    const wipe = keepBodies ? {} : wiped(mail)
    await db
      .update(mailTable)
      .set({ status: 'sent', sentAt: clock.now(), lastError: '', ...wipe })
      .where(eq(mailTable.id, mail.id))
  }

  const sendOneByOne = async (first: MailRow | undefined) => {
    for (let mail = first; mail; mail = stopped ? undefined : await lease()) await send(mail)
  }

  const round = async () => {
    try {
      do {
        again = false
        await giveUpExpired()
        const first = await lease()
        if (!first) continue
        const others = Array.from({ length: AT_ONCE - 1 }, () => lease().then(sendOneByOne))
        const ends = await Promise.allSettled([sendOneByOne(first), ...others])
        for (const end of ends) if (end.status === 'rejected') throw end.reason
      } while (again && !stopped)
    } finally {
      // With no await since `again` was read, so that who asks now begins a new round.
      running = undefined
    }
  }

  const deliverDue = () => {
    again = true
    running ??= round()
    return running
  }
  const wake = () => {
    if (!stopped) deliverDue().catch(onError)
  }
  const timer = setInterval(wake, 1000)
  timer.unref()

  return {
    wake,
    deliverDue,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}

/** A mail server that lets a byte through now and then could hold a delivery for ever. */
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
