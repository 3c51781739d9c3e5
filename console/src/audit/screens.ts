import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { idParams, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'
import { ActivitySearch, AuditSearch } from './activity-search.ts'

export const auditScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/audit',
    validateSearch: searchOf(AuditSearch),
    component: lazyRouteComponent(() => import('./AuditPage.tsx'), 'AuditPage'),
    staticData: { items: [{ group: 'Accounts', label: 'Audit', icon: 'shield', permission: 'audit.read' }] },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/organization-activity-{$id}',
    params: idParams('id'),
    validateSearch: searchOf(ActivitySearch),
    component: lazyRouteComponent(() => import('./ActivityPage.tsx'), 'ActivityPage'),
    staticData: { mode: 'organization', under: 'Org Overview' },
  }),
] as const
