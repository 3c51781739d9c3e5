import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'

export const MailStatus = z.enum(['queued', 'sent', 'failed'])
export type MailStatus = z.infer<typeof MailStatus>

export const Mail = z.object({
  _id: Id,
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  status: MailStatus,
  attempts: z.int(),
  lastError: z.string(),
  createdAt: Timestamp,
  sentAt: Timestamp.nullable(),
})
export type Mail = z.infer<typeof Mail>

export const mails = describeEndpoints('Mails', {
  listMails: {
    call: 'GET /hikmah/mails',
    summary: 'List e-mails',
    description: 'Newest first, at most 100. Sign-in codes are not included.',
    allow: 'mails.read',
    query: z.object({
      organization: Id.optional(),
      invite: Id.optional(),
      status: MailStatus.optional(),
    }),
    response: z.array(Mail),
  },
  resendMail: {
    call: 'POST /hikmah/mails/:id/resend',
    summary: 'Send an e-mail again',
    description: 'Queues an e-mail that was sent or has failed.',
    refusals: { 409: 'CONFLICT: the e-mail is still queued, or a newer invite or decision has replaced it' },
    allow: 'mails.resend',
    response: Mail,
  },
})
