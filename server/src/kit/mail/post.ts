import { isolatedInEnglish } from '@hikmah/contract/isolates'
import type { MailStatus } from '@hikmah/contract/mails'
import { and, asc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../db/columns.ts'
import { type Db, kept } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { DAY_S, secondsAfter } from '../process/clock.ts'
import type { Tx } from '../write/tx.ts'
import { type Answers, type LetterText, layOut } from './letter.ts'

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
    /** Carries a code somebody waits for: sent before others, not listed, body wiped once sent. */
    secret: integer().notNull().default(0),
    /** A part of both bodies, such as the end of a link, that is hidden once the mail was sent. */
    hidden: text().notNull().default(''),
    organizationId: uuid('organization_id'),
    inviteId: uuid('invite_id'),
    /** What it belongs to, such as `inquiry:<id>`: it continues those that its reader was sent of the same. */
    thread: text().notNull().default(''),
    replyTo: text('reply_to').notNull().default(''),
    unsubscribeUrl: text('unsubscribe_url').notNull().default(''),
    status: text().$type<MailStatus>().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (t) => [
    index('mails_due').on(t.secret, t.nextAttemptAt).where(sql`status = 'queued'`),
    index('mails_failed').on(t.inviteId).where(sql`status = 'failed'`),
    index('mails_waiting').on(t.createdAt).where(sql`status = 'waiting'`),
    index('mails_organization').on(t.organizationId, t.createdAt),
    index('mails_invite').on(t.inviteId, t.createdAt),
    index('mails_created').on(t.createdAt),
    index('mails_to').on(sql`lower(recipient)`, t.id),
    index('mails_to_staff').on(t.createdAt).where(isNoticeMail),
    index('mails_thread').on(t.thread, t.recipient, t.id).where(sql`thread <> ''`),
  ],
)

/** Notices and daily letters, which tell staff what the console shows. */
export const noticeKinds = ['notice', 'digest']
export const isNoticeMail = sql.raw(`kind in (${noticeKinds.map((kind) => `'${kind}'`).join(', ')})`)

export const HIDDEN_PART = '…'

/** Sets the bodies of mails that nobody will send. */
export const withoutHidden = {
  html: sql`case when secret = 1 then '' when hidden <> '' then replace(html, hidden, ${HIDDEN_PART}) else html end`,
  text: sql`case when secret = 1 then '' when hidden <> '' then replace(text, hidden, ${HIDDEN_PART}) else text end`,
  hidden: '',
}

export interface Letter extends Answers {
  kind: string
  to: string
  subject: string
  body: LetterText
  /** Of letters about one thing to one reader, which mail programs show together. */
  thread?: string
  secret?: boolean
  /** A part of both bodies that nobody needs to read once it was sent: it becomes `HIDDEN_PART`. */
  hidden?: string
  organizationId?: string | null
  inviteId?: string | null
  /** Delays sending, so that its cause can be undone. */
  waitS?: number
  /** Waits until it is released. */
  isHeld?: boolean
  /** Expires after this, as a code does. One day unless set. */
  goodForS?: number
}

export interface Recipient {
  userName: string
  firstName: string
}

export const letterTo = (
  { userName, firstName }: Recipient,
  head: Omit<Letter, 'to' | 'body'>,
  body: Omit<LetterText, 'greeting'>,
): Letter => ({
  ...head,
  to: userName,
  body: { greeting: `Salam ${isolatedInEnglish(firstName)},`, ...body },
})

/** Line breaks are removed from what becomes a header. */
export async function post(tx: Tx, letter: Letter): Promise<string> {
  const id = newId()
  tx.hasLetters = true
  const mail = {
    id,
    kind: letter.kind,
    recipient: letter.to.replace(/[\r\n]+/g, ' '),
    subject: letter.subject.replace(/[\r\n]+/g, ' '),
    ...layOut(letter.body, letter, tx.letterhead),
    thread: letter.thread ?? '',
    replyTo: letter.isToOutside ? tx.letterhead.repliesTo : '',
    unsubscribeUrl: letter.unsubscribeUrl ?? '',
    secret: letter.secret ? 1 : 0,
    hidden: letter.hidden ?? '',
    organizationId: letter.organizationId ?? null,
    inviteId: letter.inviteId ?? null,
    status: letter.isHeld ? 'waiting' : 'queued',
    createdAt: tx.at,
    nextAttemptAt: secondsAfter(tx.at, letter.waitS ?? 0),
    expiresAt: secondsAfter(tx.at, letter.goodForS ?? DAY_S),
  } satisfies typeof mailTable.$inferInsert
  await kept(tx.insert(mailTable).values(mail))
  return id
}

/** What waits so that its cause can be undone goes out with the commit. */
export async function sendNow(tx: Tx, mailIds: string[]): Promise<void> {
  if (mailIds.length === 0) return
  tx.hasLetters = true
  const unsent = and(inArray(mailTable.id, mailIds), eq(mailTable.status, 'queued'), eq(mailTable.attempts, 0))
  await tx.update(mailTable).set({ nextAttemptAt: tx.at }).where(unsent)
}

/** False when it was already handed to the mailer. */
export async function takeBack(tx: Tx, mailId: string): Promise<boolean> {
  const unsent = and(eq(mailTable.id, mailId), isUnsent)
  return (await tx.delete(mailTable).where(unsent).returning({ id: mailTable.id })).length > 0
}

const isUnsent = and(inArray(mailTable.status, ['queued', 'waiting']), eq(mailTable.attempts, 0))

/** Of one kind, to one organization, written after that moment: what can still be taken back. */
export const listUnsentLetters = (db: Db, organizationId: string, kind: string, after: Date) =>
  db
    .select({ id: mailTable.id, recipient: mailTable.recipient })
    .from(mailTable)
    .where(
      and(
        eq(mailTable.organizationId, organizationId),
        eq(mailTable.kind, kind),
        gt(mailTable.createdAt, after),
        isUnsent,
      ),
    )

/** What is queued for an organization waits until it is released. Codes never wait, nor do letters of these kinds. */
export const holdLetters = (tx: Tx, organizationId: string, exceptKinds: string[]) =>
  tx
    .update(mailTable)
    .set({ status: 'waiting' })
    .where(
      and(
        eq(mailTable.organizationId, organizationId),
        eq(mailTable.status, 'queued'),
        eq(mailTable.secret, 0),
        notInArray(mailTable.kind, exceptKinds),
      ),
    )

export type HeldLetter = Pick<
  typeof mailTable.$inferSelect,
  'id' | 'kind' | 'recipient' | 'text' | 'hidden' | 'createdAt'
>

const isHeldFor = (organizationId: string) =>
  and(eq(mailTable.organizationId, organizationId), eq(mailTable.status, 'waiting'))

/** The oldest first. */
export function listHeldLetters(db: Db, organizationId: string): Promise<HeldLetter[]> {
  const { id, kind, recipient, text, hidden, createdAt } = mailTable
  return db
    .select({ id, kind, recipient, text, hidden, createdAt })
    .from(mailTable)
    .where(isHeldFor(organizationId))
    .orderBy(asc(createdAt), asc(id))
}

/** The held letters that are not released are not sent. */
export const giveUpHeldLetters = (tx: Tx, organizationId: string, why: string) =>
  tx
    .update(mailTable)
    .set({ status: 'failed', lastError: why, ...withoutHidden })
    .where(isHeldFor(organizationId))

/** Sends a held letter from that moment on, for a day. Its address may have changed meanwhile. */
export async function releaseLetter(tx: Tx, { id, recipient }: Pick<HeldLetter, 'id' | 'recipient'>, from: Date) {
  tx.hasLetters = true
  await tx
    .update(mailTable)
    .set({
      status: 'queued',
      recipient,
      nextAttemptAt: sql`greatest(${mailTable.nextAttemptAt}, ${from.toISOString()}::timestamptz)`,
      expiresAt: secondsAfter(from, DAY_S),
    })
    .where(eq(mailTable.id, id))
}
