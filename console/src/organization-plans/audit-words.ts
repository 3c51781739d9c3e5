import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { 'plan-subscription': 'Plans of organizations' },
  actions: {
    'plan-subscription.cancelled': 'Plan canceled at the end of its period',
    'plan-subscription.change-dropped': 'Planned change of plan dropped',
    'plan-subscription.change-planned': 'Change of plan at the end of its period planned',
    'plan-subscription.changed': 'Plan changed',
    'plan-subscription.resumed': 'Plan resumed',
  },
  fields: { plan: 'Plan', planned: 'Planned', quantity: 'Quantity' },
}
