import { mustMaskEin, permissions, type StaffRole } from '@hikmah/contract/permissions'
import { DEFAULT_NOTICE, type NoticeTopic, noticeTopicLabels } from '@hikmah/contract/profile/endpoints'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { Notifies } from '../house.ts'
import { newId } from '../kit/db/ids.ts'
import { withoutEins } from '../kit/http/masked-eins.ts'
import { HAS_CONSOLE_ACCOUNT, OPEN_IN_CONSOLE } from '../kit/mail/letter.ts'
import { letterTo, post, type Recipient, takeBack } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import { staffNotices, staffPreferences } from './table.ts'
import { unsubscribePath } from './unsubscribe-links.ts'

/** By which a notice is taken back, with a cause that is undone. */
export interface SentNotices {
  mails: string[]
  notices: string[]
}

/** Tells the staff who may act on it in the transaction of the cause, as each of them chose. */
export async function notifyStaff(
  house: Notifies,
  tx: Tx,
  topic: NoticeTopic,
  { waitS = 0, exceptId, ...notice }: Notice & Sending,
): Promise<SentNotices> {
  const { publicUrl } = house.config
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
    if (wanted === 'each') {
      const unsubscribeUrl = publicUrl + unsubscribePath(house, person.id, topic)
      mails.push(await post(tx, { ...noticeLetter(person, told, publicUrl), unsubscribeUrl, waitS }))
    }
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

/** Of what is at these paths, before the daily letters tell of it. */
export const forgetNotices = (tx: Tx, paths: string[]) =>
  tx.delete(staffNotices).where(inArray(staffNotices.path, paths))

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

/** The daily letters go out from this hour on, where their reader is. */
const DIGEST_HOUR = 6
const DAY_MS = 86_400_000

/** The moment up to which notices belong into the daily letter that is due now: six o'clock last passed in the zone. */
export function digestCutOff(now: Date, zone: string): Date {
  const day = localTime(now.getTime(), zone) - DIGEST_HOUR * HOUR_MS
  const morning = day - (day % DAY_MS) + DIGEST_HOUR * HOUR_MS
  // The clock may have been changed between that morning and now.
  const offset = localTime(now.getTime(), zone) - now.getTime()
  const guess = morning - offset
  return new Date(guess - (localTime(guess, zone) - morning))
}

const HOUR_MS = 3_600_000

/** What a clock in the zone shows, as if it were UTC. A zone that is not known is UTC. */
function localTime(at: number, zone: string): number {
  const parts = clockIn(zone || 'UTC').formatToParts(at)
  const [year = 0, month = 0, day = 0, hour, minute, second] = clockParts.map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  )
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at % 1000)
}

const clockParts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone,
  })

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
      why: HAS_CONSOLE_ACCOUNT,
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
      why: HAS_CONSOLE_ACCOUNT,
    },
  )
}
