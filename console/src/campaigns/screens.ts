import { campaigns } from '@hikmah/contract/campaigns/calls'
import { campaignSearch } from '@hikmah/contract/campaigns/search'
import { consolePaths } from '@hikmah/contract/console-paths'
import { id, wholeNumber } from '@hikmah/contract/search'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

/** Which campaign it is about, so that a reload and a pasted link work, and the page of its redemptions. */
const oneCampaign = { id }
const withRedemptions = { id, page: wholeNumber(1, 1_000_000), limit: wholeNumber(1, 100) }

export const campaignScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/campaign',
    validateSearch: searchOf(campaignSearch),
    component: lazyRouteComponent(() => import('./CampaignList.tsx'), 'CampaignList'),
    staticData: {
      asks: ({ search }) => [read(campaigns.listCampaigns, { query: pageOf(search) })],
      items: [{ group: 'Promotion', label: 'Campaign', icon: 'megaphone', permission: 'campaigns.read' }],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-new-campaign',
    component: lazyRouteComponent(() => import('./AddCampaign.tsx'), 'AddCampaign'),
    staticData: {
      actions: [{ label: 'Add new campaign', icon: 'plus', permission: 'campaigns.manage' }],
      under: 'Campaign',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-campaign',
    validateSearch: searchOf(oneCampaign),
    component: lazyRouteComponent(() => import('./EditCampaign.tsx'), 'EditCampaign'),
    staticData: { under: 'Campaign' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/campaign-details',
    validateSearch: searchOf(withRedemptions),
    component: lazyRouteComponent(() => import('./CampaignDetails.tsx'), 'CampaignDetails'),
    staticData: {
      finds: { campaign: ({ _id }) => consolePaths.campaign(_id) },
      under: 'Campaign',
    },
  }),
] as const
