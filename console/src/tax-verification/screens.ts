import { taxReviewSearch } from '@hikmah/contract/tax-verification/search'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { idParams } from '../kit/api/id-params.ts'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const taxVerificationScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/reviews',
    validateSearch: searchOf(taxReviewSearch),
    component: lazyRouteComponent(() => import('./TaxReviewList.tsx'), 'TaxReviewList'),
    staticData: {
      items: [{ label: 'Reviews', icon: 'checklist', permission: 'tax-verification.read', counts: 'taxReviews' }],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/varify-ein/{$orgId}',
    params: idParams('orgId'),
    component: lazyRouteComponent(() => import('./TaxReviewPage.tsx'), 'TaxReviewPage'),
    staticData: { under: 'Reviews' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/varify-tax-exemption',
    component: lazyRouteComponent(() => import('./ExemptionDraft.tsx'), 'ExemptionDraft'),
    staticData: { under: 'Reviews' },
  }),
] as const
