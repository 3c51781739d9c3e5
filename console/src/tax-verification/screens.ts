import { consolePaths } from '@hikmah/contract/console-paths'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { idParams, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'
import { queueSearch, ReviewDeskSearch, readQueue, reviewsQuery, reviewsSearch } from './queue-search.ts'

export const taxVerificationScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/reviews',
    validateSearch: reviewsSearch,
    component: lazyRouteComponent(() => import('./TaxReviewList.tsx'), 'TaxReviewList'),
    staticData: {
      asks: ({ search }) => [read(taxVerification.listTaxReviews, { query: reviewsQuery(search) })],
      items: [{ label: 'Reviews', icon: 'checklist', permission: 'tax-verification.read', counts: 'taxReviews' }],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/varify-ein/{$orgId}',
    params: idParams('orgId'),
    validateSearch: searchOf(ReviewDeskSearch),
    component: lazyRouteComponent(() => import('./TaxReviewPage.tsx'), 'TaxReviewPage'),
    staticData: {
      asks: ({ params: { orgId = '' }, search }) => [
        read(taxVerification.readTaxStatus, { params: { orgId } }),
        read(organizations.readOrganization, { params: { id: orgId } }),
        readQueue(queueSearch(search)),
      ],
      finds: { taxReview: ({ _id }) => consolePaths.taxReview(_id) },
      under: 'Reviews',
      isDesk: true,
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/review-times',
    component: lazyRouteComponent(() => import('./times/ReviewTimes.tsx'), 'ReviewTimes'),
    staticData: { under: 'Reviews' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/varify-tax-exemption',
    component: lazyRouteComponent(() => import('./ExemptionDraft.tsx'), 'ExemptionDraft'),
    staticData: { under: 'Reviews' },
  }),
] as const
