/** What an organization is shown; a draft is nobody's yet. */
export const invoiceStatuses = ['open', 'paid', 'void', 'uncollectible'] as const
export const invoiceSorts = ['created', 'number', 'total'] as const
