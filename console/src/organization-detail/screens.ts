import { AgreementsQuery } from '@hikmah/contract/agreements'
import { consolePaths } from '@hikmah/contract/console-paths'
import { MembersQuery } from '@hikmah/contract/organization-team'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { idParams, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

const { status, sort } = AgreementsQuery.shape

/** The tab, 0 ORG DETAIL, 1 TEAM MEMBERS, 2 VERIFICATION, 3 LOGS, 4 CUSTOMER, and what its list shows: members or agreements. */
const OrganizationSearch = AgreementsQuery.extend({
  tab: z.coerce.number().int().min(0).max(4),
  status: z.union([MembersQuery.shape.status, status]),
  sort: z.union([MembersQuery.shape.sort, sort]),
})

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
