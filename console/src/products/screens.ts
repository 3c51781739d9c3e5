import { consolePaths } from '@hikmah/contract/console-paths'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { consoleRoute } from '../sitemap/console-route.ts'
import { productsSearch } from './product-kinds.ts'

export const productScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/admin-products',
    validateSearch: productsSearch,
    beforeLoad: ({ location: { state }, search }) => {
      // The customer's own way to the second tab; the address has it from then on.
      if (search.tab === undefined && (state as { step?: unknown }).step === 'integration')
        throw redirect({ to: '/admin-products', search: { tab: 'integrations' }, replace: true })
    },
    component: lazyRouteComponent(() => import('./ProductList.tsx'), 'ProductList'),
    staticData: {
      asks: async ({ search }) => (await import('./ProductList.tsx')).readProducts(productsSearch(search)),
      finds: {
        application: ({ _id }) => consolePaths.application(_id),
        integration: ({ _id }) => consolePaths.integration(_id),
      },
      items: [{ group: 'Manage', label: 'Products', icon: 'box', permission: 'products.read', counts: 'products' }],
    },
  }),
] as const
