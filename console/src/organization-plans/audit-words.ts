import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { 'plan-subscription': 'Plans of organizations' },
  actions: {
    'plan-subscription.cancelled': 'Plan cancelled at the end of its period',
    'plan-subscription.changed': 'Plan changed',
    'plan-subscription.resumed': 'Plan resumed',
  },
  fields: { plan: 'Plan', quantity: 'Quantity' },
}
