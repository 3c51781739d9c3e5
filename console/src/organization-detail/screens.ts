import { consolePaths } from '@hikmah/contract/console-paths'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { idParams } from '../kit/api/id-params.ts'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'
import { OrganizationSearch } from './organization-search.ts'

export const organizationDetailScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/organization-detail-{$id}',
    params: idParams('id'),
    validateSearch: searchOf(OrganizationSearch),
    component: lazyRouteComponent(() => import('./OrganizationPage.tsx'), 'OrganizationPage'),
    staticData: {
      asks: ({ params: { id = '' } }) => [read(organizations.readOrganization, { params: { id } })],
      mode: 'organization',
      finds: {
        organization: ({ _id }) => consolePaths.organization(_id),
        member: ({ organizationId }) => `${consolePaths.organization(organizationId ?? '')}?tab=1`,
      },
      items: [{ mode: 'organization', label: 'Org Overview', icon: 'dome', permission: 'organizations.read' }],
    },
  }),
] as const
