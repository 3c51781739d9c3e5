import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../sitemap/console-route.ts'
import { dashboardSearch } from './dashboard-search.ts'

export const dashboardScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/dashboard',
    validateSearch: dashboardSearch,
    component: lazyRouteComponent(() => import('./Dashboard.tsx'), 'Dashboard'),
    staticData: { items: [{ label: 'Dashboard', icon: 'dashboard', permission: 'dashboard.read' }] },
  }),
] as const
