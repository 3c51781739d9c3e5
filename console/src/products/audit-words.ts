import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { application: 'Applications', integration: 'Integrations' },
  actions: {
    'application.list-sorted': 'Applications reordered',
    'integration.list-sorted': 'Integrations reordered',
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
