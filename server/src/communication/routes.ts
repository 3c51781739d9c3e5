import { contactInquiries, demoRequests } from '@hikmah/contract/communication/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import {
  demoRequestInbox,
  inquiryInbox,
  listConversations,
  listTimeline,
  readConversation,
  streamConversations,
} from './queries.ts'
import { countIntake, receiveDemoRequest, receiveInquiry } from './receive.ts'
import { deleteConversation, respondToDemoRequest, respondToInquiry, restoreConversation } from './respond.ts'
import { undoResponse } from './undo-response.ts'

export function demoRequestRoutes(serve: Serve, house: House) {
  const { db, change } = house
  const inbox = demoRequestInbox
  serveList(serve, change, demoRequests.listDemoRequests, {
    entity: 'demo-request',
    entityName: 'All demo requests',
    page: ({ query, actor }) => listConversations(db, inbox, query, actor.id),
    whole: () => streamConversations(db, inbox),
  })
  serve(demoRequests.readDemoRequest, ({ params }) => readConversation(db, inbox, params.id))
  serve(demoRequests.listDemoRequestTimeline, ({ params, query }) => listTimeline(db, inbox, params.id, query.cursor))
  serve(demoRequests.createDemoRequest, ({ body, actor }) => receiveDemoRequest(house, actor, body), {
    arrive: ({ ip }) => countIntake(house, ip),
  })
  serve(demoRequests.respondToDemoRequest, ({ params, body, actor }) =>
    respondToDemoRequest(house, actor, params.id, body),
  )
  serve(demoRequests.undoDemoResponse, ({ params, body, actor }) =>
    undoResponse(house, actor, inbox, params.id, body.version),
  )
  serve(demoRequests.deleteDemoRequest, ({ params, actor }) => deleteConversation(house, actor, inbox, params.id))
  serve(demoRequests.restoreDemoRequest, ({ params, actor }) => restoreConversation(house, actor, inbox, params.id))
}

export function contactInquiryRoutes(serve: Serve, house: House) {
  const { db, change } = house
  const inbox = inquiryInbox
  serveList(serve, change, contactInquiries.listInquiries, {
    entity: 'contact-inquiry',
    entityName: 'All contact inquiries',
    page: ({ query, actor }) => listConversations(db, inbox, query, actor.id),
    whole: () => streamConversations(db, inbox),
  })
  serve(contactInquiries.readInquiry, ({ params }) => readConversation(db, inbox, params.id))
  serve(contactInquiries.listInquiryTimeline, ({ params, query }) => listTimeline(db, inbox, params.id, query.cursor))
  serve(contactInquiries.createInquiry, ({ body, actor }) => receiveInquiry(house, actor, body), {
    arrive: ({ ip }) => countIntake(house, ip),
  })
  serve(contactInquiries.respondToInquiry, ({ params, body, actor }) => respondToInquiry(house, actor, params.id, body))
  serve(contactInquiries.undoInquiryResponse, ({ params, body, actor }) =>
    undoResponse(house, actor, inbox, params.id, body.version),
  )
  serve(contactInquiries.deleteInquiry, ({ params, actor }) => deleteConversation(house, actor, inbox, params.id))
  serve(contactInquiries.restoreInquiry, ({ params, actor }) => restoreConversation(house, actor, inbox, params.id))
}
