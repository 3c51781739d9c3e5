import { z } from 'zod'
import { BoundedText, Id, Text, Timestamp } from '../common.ts'
import { MailStatus } from '../mails/schemas.ts'
import { RichText } from '../rich-text/schemas.ts'
import { MAX_NOTE } from './words.ts'

/** A member of staff, with `_id` and the label of their `role`, as Admin; else a name, as DC Admin. */
export const Assignee = z.object({ _id: Id.optional(), name: z.string(), imageUrl: z.string(), role: z.string() })
export type Assignee = z.infer<typeof Assignee>

/** What staff answered, or what the visitor sent again. */
export const ResponseEntry = z.object({
  _id: Id,
  status: z.string(),
  /** The name of the one it was given to. */
  assignee: z.string(),
  /** Plain text or a rich-text document as a JSON string. */
  note: z.string(),
  createdAt: Timestamp,
  /** Who saved it; the visitor's name when it came from the website. */
  reviewedBy: z.string(),
  /** What a visitor sent again: such a name is nobody's of the console, whatever it says. */
  fromWebsite: z.boolean(),
  /** How the mail to the visitor fared; null when none was sent. */
  mailStatus: MailStatus.nullable(),
})
export type ResponseEntry = z.infer<typeof ResponseEntry>

/** What a request or inquiry shows of its timeline. */
export const timelineShape = {
  /** The newest twenty, oldest first. */
  responseTimeline: z.array(ResponseEntry),
  /** How many came before these. A page of the timeline that begins at the first of these has them. */
  earlierEntries: z.int(),
}

/** A page of a timeline, newest first. */
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

/**
 * A respond or assign form. The assignee is a member of staff: `assigneeId`, or the name or e-mail in
 * `responseTimeline.assignee`; anything else becomes DC Admin. Time and reviewer are the server's, whatever
 * is sent (security.md, section 2, 10).
 */
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
    /** Takes back the suspicion of spam. */
    notSpam: z.boolean().optional().default(false),
    version: z.int().optional(),
  })

export const Honeypot = BoundedText(2000).optional().default('')

/** What the public forms answer: never an id, never whether the e-mail is known. */
export const Received = z.object({ received: z.literal(true) })

/** Streams come from the websites that post here; DCWEBSITE is our own. */
export const Stream = Text(30).transform((text) => (text === '' ? 'DCWEBSITE' : text.toUpperCase()))
