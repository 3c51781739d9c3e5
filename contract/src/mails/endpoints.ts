import { z } from 'zod'
import { Id } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Mail, MailStatus } from './schemas.ts'

export const mails = describeEndpoints('Mails', paths, {
  listMails: {
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
    summary: 'Send an e-mail again',
    description: 'Queues an e-mail that was sent or has failed.',
    refusals: { 409: 'CONFLICT: the e-mail is still queued, or a newer invite or decision has replaced it' },
    allow: 'mails.resend',
    params: z.object({ id: Id }),
    response: Mail,
  },
})
