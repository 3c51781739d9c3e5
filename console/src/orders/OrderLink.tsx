import type { ReactNode } from 'react'
import { LinkTo } from '../kit/page/Page.tsx'

export const OrdersLink = ({ children = 'Orders' }: { children?: ReactNode }) => (
  // Only on the list itself is it the current page, not on the pages below it.
  <LinkTo to="/order" activeOptions={{ exact: true }}>
    {children}
  </LinkTo>
)

export const OrderLink = ({ id, returnUrl, children }: { id: string; returnUrl?: string; children: ReactNode }) => (
  <LinkTo
    to="/order/order-details"
    search={{ id, returnUrl }}
    title={typeof children === 'string' ? children : undefined}
  >
    {children}
  </LinkTo>
)
