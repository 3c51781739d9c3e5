import { z } from 'zod'
import { BoundedText, Day, Id, Text, Timestamp } from '../common.ts'
import { isolatedInEnglish } from '../isolates.ts'
import { MailStatus } from '../mails.ts'
import { RichText } from '../rich-text.ts'

export const MAX_SCHEDULE_TIME = 30

export const Schedule = z.object({
  date: z
    .union([z.literal(''), Day])
    .optional()
    .default(''),
  time: Text(MAX_SCHEDULE_TIME).optional().default(''),
})

export const MAX_MESSAGE = 2000

export const demoRequestStatuses = ['New', 'Scheduled', 'Done'] as const
export const inquiryStatuses = ['New', 'In-progress', 'Closed', 'Done'] as const
export type ConversationStatus = (typeof demoRequestStatuses | typeof inquiryStatuses)[number]

/** The status that waits for an answer: of whatever arrives, and of a settled one when the visitor writes again. */
export const UNANSWERED = 'New' satisfies ConversationStatus

export const statusFacts: Record<
  ConversationStatus,
  { tone: 'invite' | 'warning' | 'discontinued' | 'success'; isSettled: boolean }
> = {
  New: { tone: 'invite', isSettled: false },
  'In-progress': { tone: 'warning', isSettled: false },
  Scheduled: { tone: 'warning', isSettled: false },
  Closed: { tone: 'discontinued', isSettled: true },
  Done: { tone: 'success', isSettled: true },
}

export const DEFAULT_ASSIGNEE = 'DC Admin'
export const MAX_NOTE = 100
export const NOTE_NEEDED = 'Write the note to e-mail'

export const streamName = (stream: string): string => (stream === 'DCWEBSITE' ? 'DC WEBSITE' : stream)
const shortCodes: Record<string, string> = { deenkiosk: 'DK', deenscreen: 'DS', deenfund: 'DF', deenweb: 'DW' }

/** DK, DS, DF, DW, and DC for any other application. */
export const applicationCode = (application: string): string => {
  const name = application.trim().toLowerCase()
  return Object.hasOwn(shortCodes, name) ? shortCodes[name]! : 'DC'
}

/** Hidden from people in the form, so only a bot fills it in. The answer is the same. */
export const HONEYPOT = 'website'
export const RECEIVED = 'Thank you, we will be in touch'

export const respondFields = {
  status: 'Status',
  assignee: 'Assignee',
  date: 'Scheduled date',
  time: 'Scheduled time',
} as const

interface Reply {
  what: string
  person: string
  author: string
  words: string
}

/** The server sends this mail, and the console shows it before. No day: the reader's may differ. */
export const replyText = ({ what, person, author, words }: Reply) => ({
  subject: `About your ${what}`,
  greeting: `Salam ${isolatedInEnglish(person)},`,
  paragraphs: [`Thank you for your ${what}. Here is our answer.`],
  quotes: [{ title: `${isolatedInEnglish(author)} writes`, text: words }],
})

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

const SentAssignee = z.union([
  Text(254),
  z.looseObject({ name: Text(254).optional() }),
  z.array(z.looseObject({ name: Text(254).optional() })).max(10),
])

/** Without `assigneeId`, `responseTimeline.assignee` names the assignee; the server sets time and reviewer itself. */
export const responseBody = <S extends string>(statuses: readonly S[]) =>
  z.object({
    status: z.enum(statuses),
    responseTimeline: z
      .object({
        status: BoundedText(50).optional(),
        assignee: SentAssignee.nullish(),
        note: RichText(MAX_NOTE).optional().default(''),
        createdAt: z.unknown().optional(),
        reviewedBy: z.unknown().optional(),
      })
      .optional()
      .default({ note: '' }),
    /** A member of staff with access, or whoever has it already; 400 when there is none. Null or absent: see above. */
    assigneeId: Id.nullish(),
    /** Mails the note to the person who asked. Off unless said; a note is then required. */
    mailNote: z.boolean().optional().default(false),
    notSpam: z.boolean().optional().default(false),
    version: z.int().optional(),
  })

export const Honeypot = BoundedText(2000).optional().default('')

/** The answer of the public forms: never an id, never whether the e-mail is known. */
export const Received = z.object({ received: z.literal(true) })

/** Streams come from the websites that post here; DCWEBSITE is our own. */
export const Stream = Text(30).transform((text) => (text === '' ? 'DCWEBSITE' : text.toUpperCase()))
