import { integrations } from '@hikmah/contract/integrations'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listIntegrations, readIntegration, readIntegrationUsage } from './queries.ts'
import { createIntegration, deleteIntegration, sortIntegrations, updateIntegration } from './save-integration.ts'

export function integrationRoutes(serve: Serve, house: House) {
  const { db } = house
  serve(integrations.listIntegrations, ({ query }) => listIntegrations(db, query))
  serve(integrations.readIntegration, ({ params }) => readIntegration(db, params.id))
  serve(integrations.createIntegration, ({ query, body, actor }) => createIntegration(house, actor, body, query))
  serve(integrations.updateIntegration, ({ params, body, actor }) => updateIntegration(house, actor, params.id, body))
  serve(integrations.sortIntegrations, ({ body, actor }) => sortIntegrations(house, actor, body.sortedList))
  serve(integrations.readIntegrationUsage, ({ params }) => readIntegrationUsage(db, params.id))
  serve(integrations.deleteIntegration, ({ params, actor }) => deleteIntegration(house, actor, params.id))
}
