export const CUSTOMER_LINKED = 'Customer Linked Successfully!'
export const RECONCILE_STARTED = 'Comparison started. What differs is repaired and listed here.'
