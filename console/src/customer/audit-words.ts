import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  actions: {
    'payment-customer.method-link-sent': 'Link to replace the payment method sent',
    'payment-customer.method-link-copied': 'Link to replace the payment method copied',
    'payment-customer.method-links-revoked': 'Links to replace the payment method ended',
    'payment-customer.method-expired': 'Payment method expired',
    'payment-customer.method-lost': 'A payment method was lost',
    'payment-customer.method-replaced': 'Payment method replaced',
  },
  fields: { method: 'Payment method' },
}
