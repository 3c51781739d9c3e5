import { z } from 'zod'
import { Id } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Mail, MailStatus } from './schemas.ts'

export const mails = describeEndpoints(paths, {
  /** Newest first, at most 100. Sign-in codes are not among them. */
  listMails: {
    allow: 'mails.read',
    query: z.object({
      organization: Id.optional(),
      invite: Id.optional(),
      status: MailStatus.optional(),
    }),
    response: z.array(Mail),
  },
  /** Queues a failed mail again. 409 while it is queued. */
  resendMail: {
    allow: 'mails.resend',
    params: z.object({ id: Id }),
    response: Mail,
  },
})
