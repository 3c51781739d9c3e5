import { integrations } from '@hikmah/contract/integrations'
import { productDrafts } from '@hikmah/contract/product-drafts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const integrationScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-integration',
    component: lazyRouteComponent(() => import('./IntegrationForms.tsx'), 'AddIntegration'),
    staticData: {
      // Not `myDraft`, which would bring the wizard into every page.
      asks: () => [read(productDrafts.readProductDraft, { params: { kind: 'integration' } })],
      actions: [{ label: 'Add integration', icon: 'plus', permission: 'products.manage' }],
      under: 'Products',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-integration/$id',
    component: lazyRouteComponent(() => import('./IntegrationForms.tsx'), 'EditIntegration'),
    staticData: {
      asks: ({ params: { id = '' } }) => [read(integrations.readIntegration, { params: { id } })],
      under: 'Products',
    },
  }),
] as const
