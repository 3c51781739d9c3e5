import { contactInquiries } from '@hikmah/contract/contact-inquiries/endpoints'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { Serve } from '../kit/http/serve.ts'
import { isWholeListRequest } from '../kit/list/list.ts'
import { deleteInquiry, restoreInquiry } from './delete-inquiry.ts'
import { listInquiries, readInquiry, streamInquiries } from './queries.ts'
import { receiveInquiry } from './receive-inquiry.ts'
import { respondToInquiry } from './respond-to-inquiry.ts'

/** Taking the whole list away is worth a line in the audit trail. */
const allRead = {
  action: 'contact-inquiry.list-exported',
  entity: 'contact-inquiry',
  entityId: '',
  entityName: 'All contact inquiries',
}

export function contactInquiryRoutes(serve: Serve, house: House) {
  const { db, change } = house
  serve(contactInquiries.listInquiries, async ({ query, actor }) => {
    if (!isWholeListRequest(query)) return listInquiries(db, query)
    await change(actor, async (tx) => record(tx, allRead))
    return { data: streamInquiries(db) }
  })
  serve(contactInquiries.readInquiry, async ({ params }) => ({ data: await readInquiry(db, params.id) }))
  serve(contactInquiries.createInquiry, ({ body, actor }) => receiveInquiry(house, actor, body))
  serve(contactInquiries.respondToInquiry, ({ params, body, actor }) => respondToInquiry(house, actor, params.id, body))
  serve(contactInquiries.deleteInquiry, ({ params, actor }) => deleteInquiry(house, actor, params.id))
  serve(contactInquiries.restoreInquiry, ({ params, actor }) => restoreInquiry(house, actor, params.id))
}
