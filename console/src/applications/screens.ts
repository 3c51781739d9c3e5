import { applications } from '@hikmah/contract/applications'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const applicationScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-product',
    component: lazyRouteComponent(() => import('./ApplicationForms.tsx'), 'AddApplication'),
    staticData: {
      actions: [{ label: 'Add application', icon: 'plus', permission: 'products.manage' }],
      under: 'Products',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-product/$id',
    component: lazyRouteComponent(() => import('./ApplicationForms.tsx'), 'EditApplication'),
    staticData: {
      asks: ({ params: { id = '' } }) => [read(applications.readApplication, { params: { id } })],
      under: 'Products',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-plan',
    component: lazyRouteComponent(() => import('./PlanPage.tsx'), 'AddPlan'),
    staticData: { under: 'Products' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-plan',
    component: lazyRouteComponent(() => import('./PlanPage.tsx'), 'EditPlan'),
    staticData: { under: 'Products' },
  }),
] as const
