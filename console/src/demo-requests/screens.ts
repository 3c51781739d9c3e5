import { consolePaths } from '@hikmah/contract/console-paths'
import { DemoRequestsQuery, demoRequests } from '@hikmah/contract/demo-requests'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { idParams } from '../kit/api/id-params.ts'
import { pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const demoRequestScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/communication',
    validateSearch: searchOf(DemoRequestsQuery),
    component: lazyRouteComponent(() => import('./DemoRequestList.tsx'), 'DemoRequestList'),
    staticData: {
      asks: ({ search }) => [read(demoRequests.listDemoRequests, { query: pageOf(search) })],
      mode: 'communication',
      items: [
        {
          label: 'Communication',
          icon: 'speech',
          permission: 'communication.read',
          waits: ['demoRequests', 'contactInquiries'],
        },
        {
          mode: 'communication',
          label: 'Demo Request',
          icon: 'mail',
          permission: 'communication.read',
          waits: ['demoRequests'],
        },
      ],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/request-details-{$id}',
    params: idParams('id'),
    component: lazyRouteComponent(() => import('./DemoRequestPage.tsx'), 'DemoRequestPage'),
    staticData: {
      finds: { demoRequest: ({ _id }) => consolePaths.demoRequest(_id) },
      mode: 'communication',
      under: 'Demo Request',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/request-respond-{$id}',
    params: idParams('id'),
    component: lazyRouteComponent(() => import('./AssignDemoRequest.tsx'), 'AssignDemoRequest'),
    staticData: { mode: 'communication', under: 'Demo Request' },
  }),
] as const
