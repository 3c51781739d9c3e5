import { consolePaths } from '@hikmah/contract/console-paths'
import { contactInquiries, InquiriesQuery } from '@hikmah/contract/contact-inquiries'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { OneRow, pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const contactInquiryScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/communication/contact-us',
    validateSearch: searchOf(InquiriesQuery),
    component: lazyRouteComponent(() => import('./InquiryList.tsx'), 'InquiryList'),
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
    validateSearch: searchOf(OneRow),
    component: lazyRouteComponent(() => import('./InquiryPage.tsx'), 'InquiryPage'),
    staticData: {
      finds: { contactInquiry: ({ _id }) => consolePaths.contactInquiry(_id) },
      mode: 'communication',
      under: 'Contact Us',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/communication/contact-us-respond',
    validateSearch: searchOf(OneRow),
    component: lazyRouteComponent(() => import('./RespondToInquiry.tsx'), 'RespondToInquiry'),
    staticData: { mode: 'communication', under: 'Contact Us' },
  }),
] as const
