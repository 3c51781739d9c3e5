import { sql } from 'drizzle-orm'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import { emailSearch, orderNames, orders } from './table.ts'

export const orderSource: SearchSource = {
  type: 'order',
  permission: 'orders.read',
  from: orders,
  id: orders.id,
  createdAt: orders.createdAt,
  title: sql`'#' || ${orders.orderNo}`,
  detail: detailOf(orders.organizationName, orders.promoCode),
  search: orders.search,
  names: orderNames,
  secret: { permission: 'billing.manage', search: emailSearch },
}
