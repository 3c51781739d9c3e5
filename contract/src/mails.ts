import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'

/** A mail that waits is not queued before what it waits for has happened. */
export const MailStatus = z.enum(['queued', 'waiting', 'sent', 'failed'])
export type MailStatus = z.infer<typeof MailStatus>

/** Why a letter to an organization waits. */
export const WAITS_FOR_UNBLOCK = 'The organization is blocked. The email waits until it is unblocked.'

export const Mail = z.object({
  _id: Id,
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  status: MailStatus,
  attempts: z.int(),
  lastError: z.string(),
  /** Why it waits; '' unless that is its status. */
  waitReason: z.string(),
  createdAt: Timestamp,
  sentAt: Timestamp.nullable(),
})
export type Mail = z.infer<typeof Mail>

export const mails = describeEndpoints('Mails', {
  listMails: {
    call: 'GET /hikmah/mails',
    summary: 'List emails',
    description:
      'Newest first, at most 100. Sign-in codes are not included. Mails to a blocked organization and its team have the status waiting until it is unblocked.',
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
    summary: 'Send an email again',
    description:
      'Queues an email that was sent or has failed; one to a blocked organization waits until it is unblocked.',
    refusals: { 409: 'CONFLICT: the email is still queued or waits, or a newer invite or decision has replaced it' },
    allow: 'mails.resend',
    response: Mail,
  },
})
