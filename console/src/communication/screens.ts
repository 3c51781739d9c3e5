import {
  contactInquiries,
  DemoRequestsQuery,
  demoRequests,
  InquiriesQuery,
} from '@hikmah/contract/communication/endpoints'
import { consolePaths } from '@hikmah/contract/console-paths'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { idParams, pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'
import { InquiryDeskSearch, RequestDeskSearch } from './desk-search.ts'

export const communicationScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/communication',
    validateSearch: searchOf(DemoRequestsQuery),
    component: lazyRouteComponent(() => import('./ConversationList.tsx'), 'DemoRequestList'),
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
    validateSearch: searchOf(RequestDeskSearch),
    component: lazyRouteComponent(() => import('./ConversationDesk.tsx'), 'DemoRequestDesk'),
    staticData: {
      asks: async ({ params: { id = '' } }) => [(await import('./desk-kinds.ts')).requestDesk.readOne(id)],
      isDesk: true,
      finds: { demoRequest: ({ _id }) => consolePaths.demoRequest(_id) },
      mode: 'communication',
      under: 'Demo Request',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/request-respond-{$id}',
    params: idParams('id'),
    validateSearch: searchOf(RequestDeskSearch),
    component: lazyRouteComponent(() => import('./ConversationDesk.tsx'), 'DemoRequestDesk'),
    staticData: { mode: 'communication', under: 'Demo Request', isDesk: true },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/communication/contact-us',
    validateSearch: searchOf(InquiriesQuery),
    component: lazyRouteComponent(() => import('./ConversationList.tsx'), 'InquiryList'),
    staticData: {
      asks: ({ search }) => [read(contactInquiries.listInquiries, { query: pageOf(search) })],
      mode: 'communication',
      items: [
        {
          mode: 'communication',
          label: 'Contact Us',
          icon: 'speech',
          permission: 'communication.read',
          waits: ['contactInquiries'],
        },
      ],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/communication/contact-us-details',
    validateSearch: searchOf(InquiryDeskSearch),
    component: lazyRouteComponent(() => import('./ConversationDesk.tsx'), 'InquiryDesk'),
    staticData: {
      asks: async ({ search: { id } }) =>
        typeof id === 'string' ? [(await import('./desk-kinds.ts')).inquiryDesk.readOne(id)] : [],
      isDesk: true,
      finds: { contactInquiry: ({ _id }) => consolePaths.contactInquiry(_id) },
      mode: 'communication',
      under: 'Contact Us',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/communication/contact-us-respond',
    validateSearch: searchOf(InquiryDeskSearch),
    component: lazyRouteComponent(() => import('./ConversationDesk.tsx'), 'InquiryDesk'),
    staticData: { mode: 'communication', under: 'Contact Us', isDesk: true },
  }),
] as const
