import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    'tax-review': 'Tax reviews',
  },
  actions: {
    'tax-papers.submitted': 'Tax papers submitted',
    'tax-review.decided': 'Tax review changed',
    'tax-review.decision-undone': 'Decision on the tax review undone',
    'tax-review.message-sent': 'Message sent about the tax review',
  },
  fields: {
    ein: 'Tax ID/EIN',
    einStatus: 'EIN status',
    taxExempt: 'Tax exempted',
    exemptStatus: 'Tax exemption status',
    reason: 'Rejection reason',
    message: 'Message',
  },
}
