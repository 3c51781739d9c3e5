import type { z } from 'zod'
import { isolatedInEnglish } from '../isolates.ts'
import { plainTextOf } from '../rich-text.ts'
import { type ConversationStatus, type Schedule, statusFacts, UNANSWERED } from './schemas.ts'

export const respondFields = {
  status: 'Status',
  assignee: 'Assignee',
  date: 'Scheduled date',
  time: 'Scheduled time',
  zone: 'Time zone',
} as const

interface Written {
  answer: string
  note: string
  /** Another day, time or zone of a demo. */
  isRescheduled: boolean
}

/** What writing makes of a status, until somebody chooses another: an answered inquiry is no longer New. */
export function proposeStatus(saved: ConversationStatus, isDemo: boolean, written: Written): ConversationStatus {
  if (statusFacts[saved].isSettled) return saved
  if (isDemo) return written.isRescheduled ? 'Scheduled' : saved
  if (written.answer !== '') return 'Done'
  return saved === UNANSWERED && written.note !== '' ? 'In-progress' : saved
}

interface Reply {
  /** Such as `demo request`. */
  what: string
  person: string
  author: string
  /** What staff wrote. */
  words: string
  /** What the visitor wrote first: the subject is the same in the whole thread. */
  subject: string
  /** "Tue, Dec 1, 2026, 3:45 PM EST" */
  takesPlace?: string | undefined
}

const SUBJECT_LENGTH = 60

/** The first line, cut after a whole word. */
function firstWords(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  if (line.length <= SUBJECT_LENGTH) return line.trim()
  const start = line.slice(0, SUBJECT_LENGTH + 1)
  const end = start.lastIndexOf(' ')
  return `${[...start.slice(0, end > 0 ? end : SUBJECT_LENGTH)].join('').trim()}…`
}

/** The server sends this mail, and the console tells what is around the words. */
export const replyText = ({ what, person, author, words, subject, takesPlace }: Reply) => ({
  subject: `Re: ${firstWords(subject) || `Your ${what}`}`,
  greeting: `Salam ${isolatedInEnglish(person)},`,
  paragraphs: [
    ...(words === '' ? [] : [words]),
    ...(takesPlace ? [`Your demo takes place: ${takesPlace}.`] : []),
    isolatedInEnglish(author),
  ],
})

interface Exchanged {
  fromWebsite: boolean
  mailStatus: string | null
  reviewedBy: string
  note: string
  answer: string
}

/** What the visitor wrote and was answered, the newest first. No days: the reader's may differ. */
export const quoteEarlier = (visitor: string, words: string, timeline: Exchanged[]) =>
  [
    { author: visitor, text: words },
    ...timeline
      .filter(({ fromWebsite, mailStatus }) => fromWebsite || mailStatus !== null)
      .map(({ reviewedBy, note, answer }) => ({ author: reviewedBy, text: answer || plainTextOf(note) })),
  ]
    .reverse()
    .filter(({ text }) => text !== '')
    .map(({ author, text }) => ({ title: `${isolatedInEnglish(author)} wrote`, text }))

const dayOfWeek = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Date, time and zone as one fact: "Tue, Dec 1, 2026, 3:45 PM EST". A time that no clock shows stays as written. */
export function describeSchedule({ date, time, zone }: z.output<typeof Schedule>): string {
  const day = date === '' ? '' : dayOfWeek.format(new Date(date))
  return [day, [time, zone && zoneName(zone, date)].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** "EST": what the clock of a zone is called on that day. */
export function zoneName(zone: string, date: string): string {
  const noon = date === '' ? new Date() : new Date(`${date}T12:00:00Z`)
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(noon)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
