import { PAID_IN_CANCEL, PROMO_LABEL } from '@hikmah/contract/orders/words'
import { START_DATE } from '@hikmah/contract/words'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: { order: 'Orders' },
  actions: {
    'order.assigned': 'Order item assigned',
    'order.payment-settled': 'Checkout payment settled',
    'order.checkout-linked': 'Guest checkout linked to an organization',
    'order.list-exported': 'Order list exported',
    'order.promo-applied': 'Promo code applied to an order',
    'order.promo-removed': 'Promo code removed from an order',
  },
  fields: {
    total: 'Total',
    items: 'Items',
    promo: PROMO_LABEL,
    reason: 'Reason',
    payment: 'Payment',
    invoiceId: 'Invoice',
    refund: 'Refund',
    credit: 'Credit',
    refunds: 'Refunds',
    paidInCancel: PAID_IN_CANCEL,
    item: 'Item',
    device: 'Device',
    assignee: 'Assignee',
    startDate: START_DATE,
    endDate: 'End Date',
    source: 'Placed by',
  },
  money: { total: 'minor' },
}
