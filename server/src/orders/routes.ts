import { invoices } from '@hikmah/contract/invoices'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import { listOfOrganization } from '../organizations/queries.ts'
import { applyPromo, removePromo } from './apply-promo.ts'
import { assignItem, listAssignees } from './assign-item.ts'
import { cancelOrder } from './cancel-order.ts'
import { listGuestCheckouts } from './checkout-items.ts'
import { createOrder } from './create-order.ts'
import { listOrders, listOrganizationOrders, streamOrders } from './queries.ts'
import { findInvoicePayments, findOrderPayments, readMoney } from './read-money.ts'
import { readOrder } from './read-order.ts'
import { refund } from './refund-payment.ts'
import { readRefundChoices } from './refund-plan.ts'
import { linkCheckout } from './take-checkout.ts'
import { changeOrderStatus, previewOrder, refreshOrder, updateOrder } from './update-order.ts'

export function orderRoutes(serve: Serve, house: House) {
  const { db, change } = house
  serveList(serve, change, orders.listOrders, {
    entity: 'order',
    entityName: 'All orders',
    page: ({ query, actor }) => listOrders(db, query, actor.role),
    whole: ({ actor }) => streamOrders(db, actor.role),
  })
  serve(orders.listOrganizationOrders, ({ params, query, actor }) =>
    listOfOrganization(db, params.orgId, listOrganizationOrders(db, params.orgId, query, actor.role)),
  )
  serve(orders.readOrder, ({ params, actor }) => readOrder(db, params.id, actor.role))
  serve(orders.refreshOrder, ({ params, actor }) => refreshOrder(house, actor, params.id))
  serve(orders.createOrder, ({ body, actor }) => createOrder(house, actor, body))
  serve(orders.previewOrder, ({ params, body, actor }) => previewOrder(house, actor, params.id, body.items))
  serve(orders.updateOrder, ({ params, body, actor }) => updateOrder(house, actor, params.id, body))
  serve(orders.changeOrderStatus, ({ params, body, actor }) => changeOrderStatus(house, actor, params.id, body))
  serve(orders.readRefundChoices, ({ params, actor }) => readRefundChoices(house, actor, params.id))
  serve(orders.cancelOrder, ({ params, body, actor }) => cancelOrder(house, actor, params.id, body))
  const ofOrder = (id: string) => () => findOrderPayments(db, id)
  const ofInvoice = (id: string) => () => findInvoicePayments(db, id)
  serve(orders.readOrderMoney, ({ params, actor }) => readMoney(house, actor.role, ofOrder(params.id)))
  serve(orders.refundOrder, ({ params, body, actor }) => refund(house, actor, ofOrder(params.id), body))
  serve(invoices.readInvoiceMoney, ({ params, actor }) => readMoney(house, actor.role, ofInvoice(params.id)))
  serve(invoices.refundInvoice, ({ params, body, actor }) => refund(house, actor, ofInvoice(params.id), body))
  serve(orders.applyPromo, ({ params, body, actor }) => applyPromo(house, actor, params.id, body))
  serve(orders.removePromo, ({ params, actor }) => removePromo(house, actor, params.id))
  serve(orders.listGuestCheckouts, ({ query }) => listGuestCheckouts(db, query))
  serve(orders.linkCheckout, ({ params, body, actor }) => linkCheckout(house, actor, params.id, body.orgId))
  serve(orders.listAssignees, ({ params, query }) => listAssignees(db, params, query.q))
  serve(orders.assignItem, ({ params, body, actor }) => assignItem(house, actor, params, body))
}
