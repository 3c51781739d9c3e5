import { invoiceSearch } from '@hikmah/contract/invoices/search'
import { orderSearch } from '@hikmah/contract/orders/search'
import { id, ownPath } from '@hikmah/contract/search'
import { searchOf } from '../kit/list/list-search.ts'

/** Which order a page is about, and where Back leads: to the page it was opened from, as it was. */
export const oneOrderSearch = searchOf({ id, returnUrl: ownPath })

const ordersTab = searchOf(orderSearch)
const paymentsTab = searchOf(invoiceSearch)

export type OrdersTabSearch = ReturnType<typeof ordersTab> & { tab?: undefined }
type PaymentsTabSearch = ReturnType<typeof paymentsTab> & { tab: 'payments' }

/** The tab decides whose list the rest of the address is about. */
export const organizationOrdersSearch = (raw: Record<string, unknown>): OrdersTabSearch | PaymentsTabSearch =>
  raw.tab === 'payments'
    ? { ...paymentsTab(raw), tab: 'payments' }
    : { ...ordersTab(raw), ...(raw.tab !== undefined && { tab: undefined }) }
