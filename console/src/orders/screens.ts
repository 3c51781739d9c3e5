import { InvoicesQuery } from '@hikmah/contract/invoices'
import { orders } from '@hikmah/contract/orders/endpoints'
import { OrdersQuery } from '@hikmah/contract/orders/schemas'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { ORDER_A_DEVICE } from '../kit/format/texts.ts'
import { OneRow, OwnPath, pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

/** Which order a page is about, and where Back leads: to the page it was opened from, as it was. */
const oneOrderSearch = searchOf(OneRow.extend({ returnUrl: OwnPath }))

const ordersTab = searchOf(OrdersQuery)
const paymentsTab = searchOf(InvoicesQuery)

const organizationOrdersSearch = (raw: Record<string, unknown>) =>
  raw.tab === 'payments'
    ? { ...paymentsTab(raw), tab: 'payments' as const }
    : { ...ordersTab(raw), ...(raw.tab !== undefined && { tab: undefined }) }

export const orderScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/order',
    validateSearch: searchOf(OrdersQuery),
    component: lazyRouteComponent(() => import('./OrderList.tsx'), 'OrderList'),
    staticData: {
      asks: ({ search }) => [read(orders.listOrders, { query: pageOf(search) })],
      items: [{ group: 'Manage', label: 'Orders', icon: 'receipt', permission: 'orders.read', counts: 'orders' }],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/order/order-details',
    validateSearch: oneOrderSearch,
    component: lazyRouteComponent(() => import('./details/OrderDetails.tsx'), 'OrderDetails'),
    staticData: {
      asks: ({ search: { id } }) => (typeof id === 'string' ? [read(orders.readOrder, { params: { id } })] : []),
      finds: { order: ({ _id }) => `/order/order-details?id=${_id}` },
      under: 'Orders',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/order/manage-order',
    validateSearch: oneOrderSearch,
    component: lazyRouteComponent(() => import('./manage/ManageOrder.tsx'), 'ManageOrder'),
    staticData: {
      asks: ({ search: { id } }) => (typeof id === 'string' ? [read(orders.readOrder, { params: { id } })] : []),
      under: 'Orders',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/order/order-form',
    component: lazyRouteComponent(() => import('./OrderForm.tsx'), 'OrderForm'),
    staticData: {
      actions: [{ label: ORDER_A_DEVICE, icon: 'plus', permission: 'orders.manage' }],
      under: 'Hardware/Devices',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/orgorders/$id',
    validateSearch: organizationOrdersSearch,
    component: lazyRouteComponent(() => import('./OrganizationOrders.tsx'), 'OrganizationOrders'),
    staticData: {
      asks: async ({ params: { id = '' }, search: { tab, ...search } }) => [
        read(organizations.readOrganization, { params: { id } }),
        ...(tab ? [] : [(await import('./OrganizationOrders.tsx')).readOrdersOf(id, search)]),
      ],
      mode: 'organization',
      items: [
        {
          mode: 'organization',
          label: 'Orders',
          icon: 'receipt',
          permission: 'orders.read',
          organizationCounts: 'orders',
        },
      ],
    },
  }),
] as const
