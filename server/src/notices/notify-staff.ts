import { mustMaskEin, permissions, type StaffRole } from '@hikmah/contract/permissions'
import { DEFAULT_NOTICE, type NoticeTopic, noticeTopicLabels } from '@hikmah/contract/profile/endpoints'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { Settings } from '../house.ts'
import { newId } from '../kit/db/ids.ts'
import { withoutEins } from '../kit/http/masked-eins.ts'
import { OPEN_IN_CONSOLE } from '../kit/mail/letter.ts'
import { letterTo, post, type Recipient, takeBack } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import { staffNotices, staffPreferences } from './table.ts'

/** By which a notice is taken back, with a cause that is undone. */
export interface SentNotices {
  mails: string[]
  notices: string[]
}

/** Tells the staff who may act on it in the transaction of the cause, as each of them chose. */
export async function notifyStaff(
  { config }: Settings,
  tx: Tx,
  topic: NoticeTopic,
  { waitS = 0, exceptId, ...notice }: Notice & Sending,
): Promise<SentNotices> {
  const people = await tx
    .select({
      id: staff.id,
      userName: staff.userName,
      firstName: staff.firstName,
      role: staff.role,
      choice: staffPreferences.choice,
    })
    .from(staff)
    .leftJoin(staffPreferences, and(eq(staffPreferences.staffId, staff.id), eq(staffPreferences.topic, topic)))
    .where(
      and(
        eq(staff.status, 'active'),
        inArray(staff.role, [...rolesToldOf(topic)]),
        exceptId ? ne(staff.id, exceptId) : undefined,
      ),
    )
  const waiting: (typeof staffNotices.$inferInsert)[] = []
  const mails: string[] = []
  for (const { choice, role, ...person } of people) {
    const told = mustMaskEin(role)
      ? { ...notice, subject: withoutEins(notice.subject), line: withoutEins(notice.line) }
      : notice
    const wanted = choice ?? DEFAULT_NOTICE
    if (wanted === 'each') mails.push(await post(tx, { ...noticeLetter(person, told, config.publicUrl), waitS }))
    if (wanted === 'daily') {
      const { line, path } = told
      waiting.push({ id: newId(), staffId: person.id, topic, line, path, createdAt: tx.at })
    }
  }
  if (waiting.length > 0) await tx.insert(staffNotices).values(waiting)
  return { mails, notices: waiting.map(({ id }) => id) }
}

/** What a person has read, or the mailer was handed already, stays with them. */
export async function takeBackNotices(tx: Tx, { mails, notices }: SentNotices): Promise<void> {
  for (const id of mails) await takeBack(tx, id)
  if (notices.length > 0)
    await tx.delete(staffNotices).where(and(inArray(staffNotices.id, notices), isNull(staffNotices.sentAt)))
}

const rolesTold: Record<NoticeTopic, readonly StaffRole[]> = {
  'tax-papers': permissions['tax-verification.decide'],
  'irs-changes': permissions['tax-verification.decide'],
  'against-record': ['hikmah_owner'],
  disputes: permissions['billing.manage'],
  'failed-renewals': permissions['billing.manage'],
  'payment-methods': permissions['billing.manage'],
  'demo-requests': permissions['communication.respond'],
  'contact-inquiries': permissions['communication.respond'],
  'accepted-invites': permissions['organizations.invite'],
}

export const rolesToldOf = (topic: NoticeTopic): readonly StaffRole[] => rolesTold[topic]

/** The daily letters go out from this hour on, UTC. */
const DIGEST_HOUR = 6
const DAY_MS = 86_400_000

/** The moment up to which notices belong into the daily letter that is due now: six o'clock last passed. */
export function digestCutOff(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DIGEST_HOUR)
  return new Date(today <= now.getTime() ? today : today - DAY_MS)
}

const CHOICE = 'Choose what you are notified of, and how often, under Preferences in your profile.'
/** A letter of thousands of lines is not read; the console shows them all. */
const MAX_LINES = 100

interface Sending {
  /** Delays mails, so that their cause can be undone. */
  waitS?: number
  /** Who caused it and knows. */
  exceptId?: string
}

interface Notice {
  subject: string
  line: string
  path: string
}

const noticeLetter = (to: Recipient, { subject, line, path }: Notice, publicUrl: string) =>
  letterTo(
    to,
    { kind: 'notice', subject },
    {
      paragraphs: [line],
      action: { label: OPEN_IN_CONSOLE, url: `${publicUrl}${path}` },
      closing: CHOICE,
    },
  )

type WaitingNotice = Pick<typeof staffNotices.$inferSelect, 'topic' | 'line' | 'path'>

export function digestLetter(to: Recipient, notices: WaitingNotice[], publicUrl: string) {
  const count = notices.length === 1 ? '1 notification' : `${notices.length} notifications`
  const shown = notices.slice(0, MAX_LINES)
  const quotes = [...new Set(shown.map(({ topic }) => topic))].map((topic) => ({
    title: noticeTopicLabels[topic],
    text: shown
      .filter((notice) => notice.topic === topic)
      .map(({ line, path }) => `${line}\n${publicUrl}${path}`)
      .join('\n\n'),
  }))
  const others = notices.length - shown.length
  return letterTo(
    to,
    { kind: 'digest', subject: `${count} from the Hikmah Console` },
    {
      paragraphs: [
        `Here is what happened since your last daily digest.${others > 0 ? ` ${others} more are in the console.` : ''}`,
      ],
      quotes,
      closing: CHOICE,
    },
  )
}
