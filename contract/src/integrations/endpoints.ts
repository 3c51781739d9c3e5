import { z } from 'zod'
import { Id, ListMeta, Nothing, SortedList } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { EndedDraft } from '../product-drafts/schemas.ts'
import { paths } from './calls.ts'
import { Integration, IntegrationDraft, IntegrationsQuery, IntegrationUpdate, IntegrationUsage } from './schemas.ts'
import { INTEGRATION_ADDED, INTEGRATION_DELETED, INTEGRATION_UPDATED } from './words.ts'

const oneIntegration = z.object({ id: Id })

/** Of the examples. */
const draft = {
  name: 'Prayer times',
  shortDescription: 'Shows the times of the daily prayers',
  longDescription: 'The times of the daily prayers, by the method that the masjid chooses.',
  imageMetaData: { imageUrl: '/api/media/0198c9a6-2a7c-7e18-9b45-5f8c0e3b7d91/file' },
  compatibleWith: [{ application: '0198c9a0-3e57-7a19-94c2-8b6f1d0e5a73' }],
  pricing: { pricingType: 'Paid', monthlyBilling: { price: 5 }, annuallyBilling: { price: 50 } },
  status: 'Coming Soon',
}

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
    description:
      'It comes last in the order. The kept draft of the caller is dropped with it, unless it has another version.',
    refusals: { 403: 'FORBIDDEN: the role may not set a price, a provider id or the status Available' },
    example: { body: draft },
    allow: 'products.manage',
    query: EndedDraft,
    body: IntegrationDraft,
    response: Integration,
    message: INTEGRATION_ADDED,
  },
  updateIntegration: {
    summary: 'Save an integration',
    description: 'Saves the whole draft. Without `version` it overwrites whatever is stored.',
    refusals: { 403: 'FORBIDDEN: the role may not change a price or a provider id, nor set or lift Available' },
    example: { body: { ...draft, version: 3 } },
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
    example: {
      body: {
        sortedList: [
          { _id: '0198c9a7-5c13-7b60-8d92-4e0a7f6c1b35', order: 1 },
          { _id: '0198c9a7-8e4f-7d27-a6b1-9c5d3e2f0a48', order: 2 },
        ],
      },
    },
    allow: 'products.price',
    body: SortedList,
    response: Nothing,
  },
  readIntegrationUsage: {
    summary: 'Get who subscribes to an integration',
    allow: 'products.read',
    params: oneIntegration,
    response: IntegrationUsage,
  },
  deleteIntegration: {
    summary: 'Delete an integration',
    description: 'It leaves the catalogue. Those who subscribe to it keep their plans, with its name, until these end.',
    allow: 'products.price',
    params: oneIntegration,
    response: Nothing,
    message: INTEGRATION_DELETED,
  },
})
