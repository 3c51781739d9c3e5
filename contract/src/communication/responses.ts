import { z } from 'zod'
import { Id, LongText, Text } from '../common.ts'
import { RichText } from '../rich-text.ts'
import { whyNotSend } from './replies.ts'
import { demoRequestStatuses, inquiryStatuses, MAX_ANSWER, MAX_NOTE, Schedule } from './schemas.ts'

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
        status: Text(50).optional(),
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
    /** Plain text that is mailed to the person who asked, with their question quoted. The note then stays with staff. */
    answer: LongText(MAX_ANSWER)
      .refine((text) => !whyNotSend(text), { error: ({ input }) => whyNotSend(String(input)) ?? '' })
      .optional()
      .default(''),
    notSpam: z.boolean().optional().default(false),
    version: z.int().optional(),
  })

/** `schedule` is when the demo takes place; what the visitor wished for stays where it is not sent. */
export const DemoResponse = responseBody(demoRequestStatuses).extend({ schedule: Schedule.optional() })

export const InquiryResponse = responseBody(inquiryStatuses)
