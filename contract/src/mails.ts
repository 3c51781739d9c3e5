import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

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

export const mails = {
  /** Newest first, at most 100. Sign-in codes are not among them. */
  listMails: endpoint({
    method: 'GET',
    path: '/hikmah/mails',
    allow: 'mails.read',
    query: z.object({
      organization: Id.optional(),
      invite: Id.optional(),
      status: MailStatus.optional(),
    }),
    response: z.array(Mail),
  }),
  /** Queues a failed mail again. 409 while it is queued. */
  resendMail: endpoint({
    method: 'POST',
    path: '/hikmah/mails/:id/resend',
    allow: 'mails.resend',
    params: z.object({ id: Id }),
    response: Mail,
  }),
}
