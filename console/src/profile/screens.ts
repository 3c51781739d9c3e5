import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'
import { ProfileSearch } from './profile-search.ts'

export const profileScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/admin-profile',
    validateSearch: searchOf(ProfileSearch),
    component: lazyRouteComponent(() => import('./AdminProfile.tsx'), 'AdminProfile'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-profile',
    component: lazyRouteComponent(() => import('./EditProfile.tsx'), 'EditProfile'),
  }),
] as const
