import { type Calls, callsOf } from '../endpoint.ts'
import type { integrations as endpoints } from './endpoints.ts'

export const paths = {
  listIntegrations: { method: 'GET', path: '/hikmah/getAllDcIntegrations' },
  readIntegration: { method: 'GET', path: '/hikmah/getDcIntegrationsById/:id' },
  createIntegration: { method: 'POST', path: '/hikmah/createDcIntegration' },
  updateIntegration: { method: 'PUT', path: '/hikmah/updateDcIntegration/:id' },
  sortIntegrations: { method: 'PUT', path: '/hikmah/sortIntegrationList' },
  readIntegrationUsage: { method: 'GET', path: '/hikmah/getDcIntegrationUsage/:id' },
  deleteIntegration: { method: 'DELETE', path: '/hikmah/deleteDcIntegrationsById/:id' },
} as const satisfies Calls

export const integrations = callsOf<typeof endpoints>(paths)
