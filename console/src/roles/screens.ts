import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../sitemap/console-route.ts'

export const roleScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/roles',
    component: lazyRouteComponent(() => import('./RoleMatrix.tsx'), 'RoleMatrix'),
    staticData: {
      asks: async () => [(await import('./RoleMatrix.tsx')).readRoles],
      items: [{ group: 'Accounts', label: 'Manage Roles', icon: 'key', permission: 'roles.read' }],
    },
  }),
] as const
