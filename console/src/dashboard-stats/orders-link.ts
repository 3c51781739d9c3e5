import type { LinkProps } from '@tanstack/react-router'

/** To the orders that a figure counts: the server says which, the address reads it as text. */
export const ordersLink = (list: Record<string, string>) => ({ to: '/order', search: list }) as LinkProps
