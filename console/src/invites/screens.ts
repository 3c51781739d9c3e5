import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../app/console-route.ts'
import { idParams } from '../kit/api/id-params.ts'

export const inviteScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/invite-organization',
    component: lazyRouteComponent(() => import('./InviteOrganization.tsx'), 'InviteOrganization'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/invite-organization-{$id}',
    params: idParams('id'),
    component: lazyRouteComponent(() => import('./ResendInvite.tsx'), 'ResendInvite'),
  }),
] as const
