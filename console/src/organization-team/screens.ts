import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../app/console-route.ts'
import { idParams } from '../kit/api/id-params.ts'

export const organizationTeamScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-team-member-{$orgId}',
    params: idParams('orgId'),
    component: lazyRouteComponent(() => import('./AddMember.tsx'), 'AddMember'),
    staticData: { mode: 'organization', under: 'Org Overview' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-team-member-{$memberId}',
    params: idParams('memberId'),
    component: lazyRouteComponent(() => import('./EditMember.tsx'), 'EditMember'),
  }),
] as const
