import { mails } from '@hikmah/contract/mails/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listMails } from './queries.ts'
import { resendMail } from './resend-mail.ts'

export function mailRoutes(serve: Serve, house: House) {
  serve(mails.listMails, ({ query }) => listMails(house.db, query))
  serve(mails.resendMail, ({ params, actor }) => resendMail(house, actor, params.id))
}
