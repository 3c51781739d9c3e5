import { z } from 'zod'
import { Id, LongText, RequiredText, Version } from './common.ts'
import { MAX_CANNED_REPLIES, MAX_REPLY_TITLE } from './communication/replies.ts'
import { MAX_ANSWER } from './communication/schemas.ts'
import { describeEndpoints } from './endpoint.ts'
import { REQUIRED } from './words.ts'

const CannedReplyBody = z.object({
  title: RequiredText(MAX_REPLY_TITLE),
  text: LongText(MAX_ANSWER).refine((text) => text !== '', REQUIRED),
})
export const CannedReply = CannedReplyBody.extend({ _id: Id, title: z.string(), text: z.string(), version: z.int() })
export type CannedReply = z.infer<typeof CannedReply>

export const cannedReplies = describeEndpoints('Canned replies', {
  listCannedReplies: {
    call: 'GET /hikmah/cannedReplies',
    summary: 'List canned replies',
    description: 'Those of all staff, by title. Fields such as {name} are filled in by whoever answers.',
    allow: 'communication.read',
    response: z.array(CannedReply),
  },
  addCannedReply: {
    call: 'POST /hikmah/cannedReplies',
    summary: 'Add a canned reply',
    example: { body: { title: 'Where is my receipt', text: 'Salam {name}, your receipt is attached to the email.' } },
    refusals: { 409: `DUPLICATE: another has this title, or CONFLICT: there are ${MAX_CANNED_REPLIES} already` },
    allow: 'communication.respond',
    body: CannedReplyBody,
    response: CannedReply,
  },
  editCannedReply: {
    call: 'PUT /hikmah/cannedReplies/:id',
    summary: 'Change a canned reply',
    refusals: { 409: 'DUPLICATE: another has this title' },
    example: { body: { title: 'Where is my receipt', text: 'Your receipts are under Orders.', version: 1 } },
    allow: 'communication.respond',
    body: CannedReplyBody.extend({ version: Version.optional() }),
    response: CannedReply,
    conflict: CannedReply,
  },
  deleteCannedReply: {
    call: 'DELETE /hikmah/cannedReplies/:id',
    summary: 'Delete a canned reply',
    allow: 'communication.respond',
  },
})
