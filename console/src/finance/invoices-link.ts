import type { LinkProps } from '@tanstack/react-router'

/** To the invoices that a figure counts: the server says which, the address reads it as text. */
export const invoicesLink = (list: Record<string, string>) => ({ to: '/finance-invoices', search: list }) as LinkProps
