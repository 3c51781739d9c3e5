import { demoRequests } from '@hikmah/contract/demo-requests/endpoints'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { Serve } from '../kit/http/serve.ts'
import { isWholeListRequest } from '../kit/list/list.ts'
import { deleteDemoRequest, restoreDemoRequest } from './delete-demo-request.ts'
import { listDemoRequests, readDemoRequest, streamDemoRequests } from './queries.ts'
import { receiveDemoRequest } from './receive-demo-request.ts'
import { respondToDemoRequest } from './respond-to-demo-request.ts'

/** Taking the whole list away is worth a line in the audit trail. */
const allRead = {
  action: 'demo-request.list-exported',
  entity: 'demo-request',
  entityId: '',
  entityName: 'All demo requests',
}

export function demoRequestRoutes(serve: Serve, house: House) {
  const { db, change } = house
  serve(demoRequests.listDemoRequests, async ({ query, actor }) => {
    if (!isWholeListRequest(query)) return listDemoRequests(db, query)
    await change(actor, async (tx) => record(tx, allRead))
    return { data: streamDemoRequests(db) }
  })
  serve(demoRequests.readDemoRequest, async ({ params }) => ({ data: await readDemoRequest(db, params.id) }))
  serve(demoRequests.createDemoRequest, ({ body, actor }) => receiveDemoRequest(house, actor, body))
  serve(demoRequests.respondToDemoRequest, ({ params, body, actor }) =>
    respondToDemoRequest(house, actor, params.id, body),
  )
  serve(demoRequests.deleteDemoRequest, ({ params, actor }) => deleteDemoRequest(house, actor, params.id))
  serve(demoRequests.restoreDemoRequest, ({ params, actor }) => restoreDemoRequest(house, actor, params.id))
}
