import { type Calls, callsOf } from '../endpoint.ts'
import type { mails as endpoints } from './endpoints.ts'

export const paths = {
  listMails: { method: 'GET', path: '/hikmah/mails' },
  resendMail: { method: 'POST', path: '/hikmah/mails/:id/resend' },
} as const satisfies Calls

export const mails = callsOf<typeof endpoints>(paths)
