import { integrations } from '@hikmah/contract/integrations/calls'
import { wholeNumber } from '@hikmah/contract/search'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { searchOf } from '../kit/list/list-search.ts'
import { myDraft } from '../kit/wizard/my-draft.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

/** The page of the features, where there are more than ten. */
const featuresSearch = searchOf({ page: wholeNumber(1, 1_000), limit: wholeNumber(1, 100) })

export const integrationScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-integration',
    validateSearch: featuresSearch,
    component: lazyRouteComponent(() => import('./AddIntegration.tsx'), 'AddIntegration'),
    staticData: {
      asks: () => [myDraft('integration')],
      actions: [{ label: 'Add integration', icon: 'plus', permission: 'products.manage' }],
      under: 'Products',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-integration/$id',
    validateSearch: featuresSearch,
    component: lazyRouteComponent(() => import('./EditIntegration.tsx'), 'EditIntegration'),
    staticData: {
      asks: ({ params: { id = '' } }) => [read(integrations.readIntegration, { params: { id } })],
      under: 'Products',
    },
  }),
] as const
