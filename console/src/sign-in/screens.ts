import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../sitemap/console-route.ts'

export const signInScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/sessions',
    component: lazyRouteComponent(() => import('./SessionList.tsx'), 'SessionList'),
  }),
] as const
