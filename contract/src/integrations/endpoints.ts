import { z } from 'zod'
import { Id, ListMeta, Nothing, SortedList } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Integration, IntegrationDraft, IntegrationsQuery, IntegrationUpdate } from './schemas.ts'
import { INTEGRATION_ADDED, INTEGRATION_DELETED, INTEGRATION_UPDATED } from './words.ts'

const oneIntegration = z.object({ id: Id })

export const integrations = describeEndpoints('Integrations', paths, {
  listIntegrations: {
    summary: 'List integrations',
    description: 'In the order set by staff. Without `page` and `limit`, all of them.',
    allow: 'products.read',
    query: IntegrationsQuery,
    response: z.array(Integration),
    meta: ListMeta,
  },
  readIntegration: {
    summary: 'Get an integration',
    allow: 'products.read',
    params: oneIntegration,
    response: Integration,
  },
  createIntegration: {
    summary: 'Add an integration',
    description: 'It comes last in the order. The kept draft of the caller is dropped with it.',
    refusals: { 403: 'FORBIDDEN: the role may not set a price, a provider id or the status Available' },
    allow: 'products.manage',
    body: IntegrationDraft,
    response: Integration,
    message: INTEGRATION_ADDED,
  },
  updateIntegration: {
    summary: 'Save an integration',
    description: 'Saves the whole draft. Without `version` it overwrites whatever is stored.',
    refusals: { 403: 'FORBIDDEN: the role may not change a price or a provider id, nor set or lift Available' },
    allow: 'products.manage',
    params: oneIntegration,
    body: IntegrationUpdate,
    response: Integration,
    conflict: Integration,
    message: INTEGRATION_UPDATED,
  },
  sortIntegrations: {
    summary: 'Put the integrations in order',
    description: 'Send all of them, each once and with its own place; otherwise nothing changes (400).',
    allow: 'products.price',
    body: SortedList,
    response: Nothing,
  },
  deleteIntegration: {
    summary: 'Delete an integration',
    allow: 'products.price',
    params: oneIntegration,
    response: Nothing,
    message: INTEGRATION_DELETED,
  },
})
