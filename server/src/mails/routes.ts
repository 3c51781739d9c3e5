import { mails } from '@hikmah/contract/mails'
import type { House } from '../house.ts'
import { noteRead } from '../kit/audit/audit.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listMails } from './queries.ts'
import { resendMail } from './resend-mail.ts'

const ALL_MAILS = { action: 'mail.list-exported', entity: 'mail', entityId: '', entityName: 'All e-mails' } as const

export function mailRoutes(serve: Serve, house: House) {
  serve(mails.listMails, async ({ query, actor }) => {
    if (!query.organization && !query.invite) await noteRead(house.change, actor, ALL_MAILS)
    return listMails(house.db, query)
  })
  serve(mails.resendMail, ({ params, actor }) => resendMail(house, actor, params.id))
}
