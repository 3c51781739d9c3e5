import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { 'payment-customer': 'Customers of the payment provider' },
  actions: {
    'payment-customer.linked': 'Customer linked',
    'payment-customer.comparison-started': 'Comparison started',
  },
}
