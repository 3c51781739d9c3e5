export const ORDER_SAVED = 'The order is saved'
