import { z } from 'zod'
import { BoundedText, Day, Id, Text, Timestamp, TimeZone } from '../common.ts'
import { MailStatus } from '../mails.ts'

export const MAX_SCHEDULE_TIME = 30

export const Schedule = z.object({
  date: z
    .union([z.literal(''), Day])
    .optional()
    .default(''),
  time: Text(MAX_SCHEDULE_TIME).optional().default(''),
  /** Where the clock of `time` stands, as staff chose it; '' while only the visitor has said when. */
  zone: z
    .union([z.literal(''), TimeZone])
    .optional()
    .default(''),
})

export const MAX_MESSAGE = 2000

export const demoRequestStatuses = ['New', 'Scheduled', 'Done'] as const
export const inquiryStatuses = ['New', 'In-progress', 'Closed', 'Done'] as const
export type ConversationStatus = (typeof demoRequestStatuses | typeof inquiryStatuses)[number]

/** The status that waits for an answer: of whatever arrives, and of a settled one when the visitor writes again. */
export const UNANSWERED = 'New' satisfies ConversationStatus

export const statusFacts: Record<
  ConversationStatus,
  { tone: 'invite' | 'warning' | 'discontinued' | 'success'; glyph?: 'half' | 'minus'; isSettled: boolean }
> = {
  New: { tone: 'invite', isSettled: false },
  'In-progress': { tone: 'discontinued', glyph: 'half', isSettled: false },
  Scheduled: { tone: 'warning', isSettled: false },
  Closed: { tone: 'discontinued', isSettled: true },
  Done: { tone: 'success', isSettled: true },
}

export const DEFAULT_ASSIGNEE = 'DC Admin'
export const MAX_NOTE = 100
export const MAX_ANSWER = 2000
export const NOTE_NEEDED = 'Write the note to email'
export const ONE_LETTER = 'The answer is emailed already; the note stays with staff'
export const RESPONSE_UNDONE = 'The answer was taken back. No email was sent.'
export const CANNOT_UNDO = 'This answer can no longer be taken back. Answer again instead.'

export const OWN_STREAM = 'DCWEBSITE'
export const streamName = (stream: string): string => (stream === OWN_STREAM ? 'DC WEBSITE' : stream)
const shortCodes: Record<string, string> = { deenkiosk: 'DK', deenscreen: 'DS', deenfund: 'DF', deenweb: 'DW' }

/** DK, DS, DF, DW, and DC for any other application. */
export const applicationCode = (application: string): string => {
  const name = application.trim().toLowerCase()
  return Object.hasOwn(shortCodes, name) ? shortCodes[name]! : 'DC'
}

/** Our own are products, named as such everywhere. */
export const applicationName = (application: string): string =>
  applicationCode(application) === 'DC' ? application : application.trim().toUpperCase()

/** Hidden from people in the form, so only a bot fills it in. The answer is the same. */
export const HONEYPOT = 'website'
export const RECEIVED = 'Thank you, we will be in touch'

/** A member of staff, with `_id` and the label of their `role`, as Admin; else a name, as DC Admin. */
export const Assignee = z.object({ _id: Id.optional(), name: z.string(), imageUrl: z.string(), role: z.string() })
export type Assignee = z.infer<typeof Assignee>

/** A response of staff, or another form of the visitor. */
export const ResponseEntry = z.object({
  _id: Id,
  status: z.string(),
  assignee: z.string(),
  /** Plain text or a rich-text document as a JSON string. */
  note: z.string(),
  /** Plain text that was mailed to the visitor, apart from the note. */
  answer: z.string(),
  /** It was undone before its mail went out. */
  takenBack: z.boolean(),
  /** It took back the response before it. */
  takesBack: z.boolean(),
  createdAt: Timestamp,
  /** The member of staff who saved it; the visitor's name when it came from the website. */
  reviewedBy: z.string(),
  /** A visitor sent it: `reviewedBy` is then no member of staff, whatever it says. */
  fromWebsite: z.boolean(),
  /** How the mail to the visitor fared; null when none was sent. */
  mailStatus: MailStatus.nullable(),
})
export type ResponseEntry = z.infer<typeof ResponseEntry>

/** The part of its timeline that a request or inquiry carries. */
export const timelineShape = {
  /** The newest twenty, oldest first. */
  responseTimeline: z.array(ResponseEntry),
  /** How many came before these. A page of the timeline that begins at the first of these has them. */
  earlierEntries: z.int(),
}

export const timelinePage = {
  query: z.object({ cursor: Id.optional() }),
  response: z.array(ResponseEntry),
  meta: z.object({ cursor: Id.optional() }),
}

export const TIMELINE_PAGED =
  'What staff answered and what the visitor sent again, newest first, 20 a page. `meta.cursor` continues and is absent at the end; it is the `_id` of the last entry.'

export const Honeypot = BoundedText(2000).optional().default('')

/** The answer of the public forms: never an id, never whether the email is known. */
export const Received = z.object({ received: z.literal(true) })

/** Streams come from the websites that post here; DCWEBSITE is our own. */
export const Stream = Text(30)
  // Upper case may be more letters, and in parts: ß is SS, ΐ three marks.
  .transform((text) => (text === '' ? OWN_STREAM : text.toUpperCase().normalize()))
  .pipe(Text(30))
