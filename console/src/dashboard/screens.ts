import { InvitesQuery } from '@hikmah/contract/invites/endpoints'
import { OrganizationsQuery, organizations } from '@hikmah/contract/organizations/endpoints'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { ownZone } from '../kit/format/texts.ts'
import { pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

const organizationsTab = searchOf(OrganizationsQuery)
const invitesTab = searchOf(InvitesQuery)

const dashboardSearch = (raw: Record<string, unknown>) =>
  String(raw.tab) === '1'
    ? { ...invitesTab(raw), tab: '1' as const }
    : { ...organizationsTab(raw), ...(raw.tab !== undefined && { tab: '0' as const }) }

export const dashboardScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/dashboard',
    validateSearch: dashboardSearch,
    component: lazyRouteComponent(() => import('./Dashboard.tsx'), 'Dashboard'),
    staticData: {
      asks: ({ search: { tab, ...search } }) => [
        ...(tab === '1' ? [] : [read(organizations.listOrganizations, { query: pageOf(search) })]),
        read(organizations.readDashboardCards, { query: { tz: ownZone() } }),
        import('./Dashboard.tsx').then((it) => it.readOpenDisputes),
        import('./Dashboard.tsx').then((it) => it.readBillingWaiting),
      ],
      // Everyone who may see invites sees them here; resending needs more rights.
      finds: { invite: ({ detail }) => `/dashboard?tab=1&q=${encodeURIComponent(detail)}` },
      items: [{ label: 'Dashboard', icon: 'dashboard', permission: 'dashboard.read' }],
    },
  }),
] as const
