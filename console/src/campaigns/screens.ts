import { CampaignsQuery, campaigns } from '@hikmah/contract/campaigns'
import { PageQuery } from '@hikmah/contract/common'
import { consolePaths } from '@hikmah/contract/console-paths'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { OneRow, pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

const withRedemptions = OneRow.extend(PageQuery.shape)

export const campaignScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/campaign',
    validateSearch: searchOf(CampaignsQuery),
    component: lazyRouteComponent(() => import('./CampaignList.tsx'), 'CampaignList'),
    staticData: {
      asks: ({ search }) => [read(campaigns.listCampaigns, { query: pageOf(search) })],
      items: [{ group: 'Promotion', label: 'Campaign', icon: 'megaphone', permission: 'campaigns.read' }],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-new-campaign',
    component: lazyRouteComponent(() => import('./CampaignImport.tsx'), 'AddCampaign'),
    staticData: {
      actions: [{ label: 'Add new campaign', icon: 'plus', permission: 'campaigns.manage' }],
      under: 'Campaign',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-campaign',
    validateSearch: searchOf(OneRow),
    component: lazyRouteComponent(() => import('./CampaignForms.tsx'), 'EditCampaign'),
    staticData: { under: 'Campaign' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/campaign-details',
    validateSearch: searchOf(withRedemptions),
    component: lazyRouteComponent(() => import('./CampaignDetails.tsx'), 'CampaignDetails'),
    staticData: {
      asks: async ({ search: { id } }) =>
        typeof id === 'string' ? [(await import('./CampaignDetails.tsx')).readCampaign(id)] : [],
      finds: { campaign: ({ _id }) => consolePaths.campaign(_id) },
      under: 'Campaign',
    },
  }),
] as const
