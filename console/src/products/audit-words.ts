import { applicationFields } from '@hikmah/contract/applications'
import { integrationFields } from '@hikmah/contract/integrations'
import type { AuditWords } from '../sitemap/feature-words.ts'

const { displayName, stripeProductId, shortDescription, longDescription, showHardware, icon } = applicationFields
const { compatibleWith, integrationApi, pricingType } = integrationFields

export const auditWords: AuditWords = {
  entities: { application: 'Applications', integration: 'Integrations' },
  actions: {
    'application.list-sorted': 'Applications reordered',
    'integration.list-sorted': 'Integrations reordered',
  },
  fields: {
    displayName,
    stripeProductId,
    shortDescription,
    longDescription,
    showHardware,
    'iconMetaData.iconUrl': icon,
    compatibleWith,
    integrationApi,
    pricing: pricingType,
  },
}
