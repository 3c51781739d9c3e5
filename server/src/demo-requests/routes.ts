import { demoRequests } from '@hikmah/contract/demo-requests'
import { countIntake } from '../communication/intake.ts'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/serve-list.ts'
import { listDemoRequests, listDemoRequestTimeline, readDemoRequest, streamDemoRequests } from './queries.ts'
import { receiveDemoRequest } from './receive-demo-request.ts'
import { deleteDemoRequest, respondToDemoRequest, restoreDemoRequest } from './respond-to-demo-request.ts'

export function demoRequestRoutes(serve: Serve, house: House) {
  const { db, change } = house
  serveList(serve, change, demoRequests.listDemoRequests, {
    entity: 'demo-request',
    entityName: 'All demo requests',
    page: ({ query, actor }) => listDemoRequests(db, query, actor.id),
    whole: () => streamDemoRequests(db),
  })
  serve(demoRequests.readDemoRequest, ({ params }) => readDemoRequest(db, params.id))
  serve(demoRequests.listDemoRequestTimeline, ({ params, query }) =>
    listDemoRequestTimeline(db, params.id, query.cursor),
  )
  serve(demoRequests.createDemoRequest, ({ body, actor }) => receiveDemoRequest(house, actor, body), {
    arrive: ({ ip }) => countIntake(house, ip),
  })
  serve(demoRequests.respondToDemoRequest, ({ params, body, actor }) =>
    respondToDemoRequest(house, actor, params.id, body),
  )
  serve(demoRequests.deleteDemoRequest, ({ params, actor }) => deleteDemoRequest(house, actor, params.id))
  serve(demoRequests.restoreDemoRequest, ({ params, actor }) => restoreDemoRequest(house, actor, params.id))
}
