import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { application: 'Applications', integration: 'Integrations' },
  actions: {
    'application.list-sorted': 'Applications put in order',
    'integration.list-sorted': 'Integrations put in order',
  },
  fields: {
    displayName: 'Product name',
    stripeProductId: 'Provider product id',
    shortDescription: 'Short description',
    longDescription: 'Long description',
    showHardware: 'Hardware section',
    'iconMetaData.iconUrl': 'Icon',
    compatibleWith: 'Compatible with',
    integrationApi: 'Integration API',
    pricing: 'Pricing',
  },
}
