import { InvoicesQuery } from '@hikmah/contract/invoices'
import { OrdersQuery } from '@hikmah/contract/orders/schemas'
import { OneRow, OwnPath, searchOf } from '../kit/list/list-search.ts'

/** Which order a page is about, and where Back leads: to the page it was opened from, as it was. */
export const oneOrderSearch = searchOf(OneRow.extend({ returnUrl: OwnPath }))

const ordersTab = searchOf(OrdersQuery)
const paymentsTab = searchOf(InvoicesQuery)

export type OrdersTabSearch = ReturnType<typeof ordersTab> & { tab?: undefined }
type PaymentsTabSearch = ReturnType<typeof paymentsTab> & { tab: 'payments' }

/** The tab decides whose list the rest of the address is about. */
export const organizationOrdersSearch = (raw: Record<string, unknown>): OrdersTabSearch | PaymentsTabSearch =>
  raw.tab === 'payments'
    ? { ...paymentsTab(raw), tab: 'payments' }
    : { ...ordersTab(raw), ...(raw.tab !== undefined && { tab: undefined }) }
