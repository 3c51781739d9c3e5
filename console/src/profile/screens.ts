import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

/** 0 is Profile, 1 preferences. */
const tab = z.coerce.number().pipe(z.literal([0, 1]))

const ProfileSearch = z.object({ tab })

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
