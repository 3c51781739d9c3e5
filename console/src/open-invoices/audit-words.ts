import { PAID_OUTSIDE_NOTE } from '@hikmah/contract/open-invoices'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  actions: {
    'invoice.retried': 'Payment of an invoice collected again',
    'invoice.payment-refused': 'Payment of an invoice refused',
    'invoice.sent-again': 'Invoice sent again',
    'invoice.marked-paid': 'Invoice marked as paid outside the provider',
    'invoice.voided': 'Invoice voided',
    'invoice.marked-uncollectible': 'Invoice marked uncollectible',
    'invoice.reminded': 'Reminder of an invoice sent',
    'invoice.reminders-held': 'Reminders of an invoice held',
    'invoice.reminders-released': 'Reminders of an invoice released',
  },
  fields: { decline: 'Why it was refused', note: PAID_OUTSIDE_NOTE, step: 'Reminder', scope: 'Held', until: 'Until' },
}
