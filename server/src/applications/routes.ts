import { applications } from '@hikmah/contract/applications/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { type FindCompatible, listApplications, readApplication, readApplicationUsage } from './queries.ts'
import {
  createApplication,
  deleteApplication,
  restoreApplication,
  sortApplications,
  updateApplication,
} from './save-application.ts'

/** `findCompatible` is what the integrations know. */
export function applicationRoutes(serve: Serve, house: House, findCompatible: FindCompatible) {
  const { db } = house
  serve(applications.listApplications, ({ query }) => listApplications(db, query))
  serve(applications.readApplication, ({ params }) => readApplication(db, params.id))
  serve(applications.createApplication, ({ query, body, actor }) => createApplication(house, actor, body, query))
  serve(applications.updateApplication, ({ params, body, actor }) => updateApplication(house, actor, params.id, body))
  serve(applications.sortApplications, ({ body, actor }) => sortApplications(house, actor, body.sortedList))
  serve(applications.readApplicationUsage, ({ params }) => readApplicationUsage(db, params.id, findCompatible))
  serve(applications.deleteApplication, ({ params, actor }) =>
    deleteApplication(house, actor, params.id, findCompatible),
  )
  serve(applications.restoreApplication, ({ params, actor }) => restoreApplication(house, actor, params.id))
}
