import { organizationTeam } from '@hikmah/contract/organization-team'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readPart } from '../kit/api/data.ts'
import { idParams } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const organizationTeamScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-team-member-{$orgId}',
    params: idParams('orgId'),
    component: lazyRouteComponent(() => import('./MemberPages.tsx'), 'AddMember'),
    staticData: { mode: 'organization', under: 'Org Overview' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-team-member-{$memberId}',
    params: idParams('memberId'),
    component: lazyRouteComponent(() => import('./MemberPages.tsx'), 'EditMember'),
    staticData: {
      mode: 'organization',
      under: 'Org Overview',
      organizationId: ({ params: { memberId: id = '' } }) =>
        readPart(organizationTeam.readMember, { params: { id } }, ({ orgId }) => orgId),
    },
  }),
] as const
