import { type Calls, callsOf } from '../endpoint.ts'
import type { demoRequests as endpoints } from './endpoints.ts'

export const paths = {
  listDemoRequests: { method: 'GET', path: '/dc-website/demoRequest' },
  readDemoRequest: { method: 'GET', path: '/dc-website/demoRequest/:id' },
  listDemoRequestTimeline: { method: 'GET', path: '/dc-website/demoRequest/:id/timeline' },
  createDemoRequest: { method: 'POST', path: '/dc-website/demoRequest', keyless: true },
  respondToDemoRequest: { method: 'PUT', path: '/dc-website/demoRequest/:id' },
  deleteDemoRequest: { method: 'DELETE', path: '/dc-website/demoRequest/:id' },
  restoreDemoRequest: { method: 'POST', path: '/dc-website/demoRequest/:id/restore' },
} as const satisfies Calls

export const demoRequests = callsOf<typeof endpoints>(paths)
