import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { order: 'Orders' },
  actions: {
    'order.assigned': 'Item of an order assigned',
    'order.payment-settled': 'Payment of the checkout settled',
    'order.checkout-linked': 'Guest checkout linked to an organization',
    'order.list-exported': 'List of orders exported',
    'order.promo-applied': 'Promo code applied to an order',
    'order.promo-removed': 'Promo code taken off an order',
  },
  fields: {
    items: 'Items',
    promo: 'Promo Applied',
    reason: 'Reason',
    payment: 'Payment',
    invoiceId: 'Invoice',
    refund: 'Refund',
    refunds: 'Refunds',
    item: 'Item',
    device: 'Device',
    assignee: 'Assignee',
    startDate: 'Start Date',
    endDate: 'End Date',
  },
}
