export const CUSTOMER_LINKED = 'Customer Linked Successfully!'
export const PROVIDER_NOT_CONFIGURED = 'The payment provider is not configured'
export const RECONCILE_STARTED = 'Comparison started. What differs is repaired and listed here.'
