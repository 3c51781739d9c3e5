import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { idParams } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const inviteScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/invite-organization',
    component: lazyRouteComponent(() => import('./InvitePages.tsx'), 'InviteOrganization'),
    staticData: {
      actions: [{ label: 'Invite organization', icon: 'plus', permission: 'organizations.invite' }],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/invite-organization-{$id}',
    params: idParams('id'),
    component: lazyRouteComponent(() => import('./InvitePages.tsx'), 'ResendInvite'),
  }),
] as const
