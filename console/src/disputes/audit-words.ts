import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { dispute: 'Disputes' },
  actions: {
    'dispute.opened': 'Payment disputed by the bank',
    'dispute.inquired': 'Inquiry of the bank about a payment',
    'dispute.won': 'Dispute won',
    'dispute.lost': 'Dispute lost',
  },
  fields: { amount: 'Amount', reason: 'Reason', fee: 'Fee', evidenceDueAt: 'Evidence due' },
}
