import { contactInquiries } from '@hikmah/contract/contact-inquiries'
import { countIntake } from '../communication/intake.ts'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/serve-list.ts'
import { listInquiries, listInquiryTimeline, readInquiry, streamInquiries } from './queries.ts'
import { receiveInquiry } from './receive-inquiry.ts'
import { deleteInquiry, respondToInquiry, restoreInquiry } from './respond-to-inquiry.ts'

export function contactInquiryRoutes(serve: Serve, house: House) {
  const { db, change } = house
  serveList(serve, change, contactInquiries.listInquiries, {
    entity: 'contact-inquiry',
    entityName: 'All contact inquiries',
    page: ({ query, actor }) => listInquiries(db, query, actor.id),
    whole: () => streamInquiries(db),
  })
  serve(contactInquiries.readInquiry, ({ params }) => readInquiry(db, params.id))
  serve(contactInquiries.listInquiryTimeline, ({ params, query }) => listInquiryTimeline(db, params.id, query.cursor))
  serve(contactInquiries.createInquiry, ({ body, actor }) => receiveInquiry(house, actor, body), {
    arrive: ({ ip }) => countIntake(house, ip),
  })
  serve(contactInquiries.respondToInquiry, ({ params, body, actor }) => respondToInquiry(house, actor, params.id, body))
  serve(contactInquiries.deleteInquiry, ({ params, actor }) => deleteInquiry(house, actor, params.id))
  serve(contactInquiries.restoreInquiry, ({ params, actor }) => restoreInquiry(house, actor, params.id))
}
