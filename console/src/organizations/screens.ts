import { OrganizationsQuery, organizations } from '@hikmah/contract/organizations/endpoints'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { idParams, pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const organizationScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/admin-organization',
    validateSearch: searchOf(OrganizationsQuery),
    component: lazyRouteComponent(() => import('./OrganizationsPage.tsx'), 'OrganizationList'),
    staticData: {
      asks: ({ search }) => [read(organizations.listOrganizations, { query: pageOf(search) })],
      items: [
        {
          group: 'Manage',
          label: 'Organization',
          icon: 'dome',
          permission: 'organizations.read',
          counts: 'organizations',
        },
      ],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-organization-detail-{$id}',
    params: idParams('id'),
    component: lazyRouteComponent(() => import('./OrganizationEditPage.tsx'), 'OrganizationEditPage'),
    staticData: { mode: 'organization', under: 'Org Overview' },
  }),
] as const
