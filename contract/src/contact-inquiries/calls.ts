import { type Calls, callsOf } from '../endpoint.ts'
import type { contactInquiries as endpoints } from './endpoints.ts'

export const paths = {
  listInquiries: { method: 'GET', path: '/dc-contact-us' },
  readInquiry: { method: 'GET', path: '/dc-contact-us/:id' },
  listInquiryTimeline: { method: 'GET', path: '/dc-contact-us/:id/timeline' },
  createInquiry: { method: 'POST', path: '/dc-contact-us', keyless: true },
  respondToInquiry: { method: 'PUT', path: '/dc-contact-us/:id' },
  deleteInquiry: { method: 'DELETE', path: '/dc-contact-us/:id' },
  restoreInquiry: { method: 'POST', path: '/dc-contact-us/:id/restore' },
} as const satisfies Calls

export const contactInquiries = callsOf<typeof endpoints>(paths)
