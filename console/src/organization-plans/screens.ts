import { PageQuery } from '@hikmah/contract/common'
import { organizationPlans, PlansQuery } from '@hikmah/contract/organization-plans/endpoints'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

const PlanSearch = PageQuery.extend({ plan: z.string().regex(/^si_\w{3,64}$/) })

export const organizationPlanScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/plans/$id',
    validateSearch: searchOf(PlansQuery),
    component: lazyRouteComponent(() => import('./ManagePlans.tsx'), 'ManagePlans'),
    staticData: {
      asks: ({ params: { id: orgId = '' }, search: query }) => [
        read(organizationPlans.getOrganizationPlan, { params: { orgId }, query }),
      ],
      mode: 'organization',
      items: [
        {
          mode: 'organization',
          label: 'Plans',
          icon: 'tag',
          permission: 'billing.read',
          organizationCounts: 'plans',
        },
      ],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/plans/details/$id',
    validateSearch: searchOf(PlanSearch),
    component: lazyRouteComponent(() => import('./PlanPage.tsx'), 'PlanPage'),
    staticData: { mode: 'organization', under: 'Plans' },
  }),
] as const
