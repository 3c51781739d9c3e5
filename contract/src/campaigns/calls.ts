import { type Calls, callsOf } from '../endpoint.ts'
import type { campaigns as endpoints } from './endpoints.ts'

export const paths = {
  listCampaigns: { method: 'GET', path: '/hikmah/allcampaigns' },
  createCampaign: { method: 'POST', path: '/hikmah/createcampaign' },
  readCampaign: { method: 'GET', path: '/hikmah/campaign/:id' },
  updateCampaign: { method: 'PUT', path: '/hikmah/campaign/:id' },
  deleteCampaign: { method: 'DELETE', path: '/hikmah/campaign/:id' },
  listRedemptions: { method: 'GET', path: '/hikmah/campaign/:id/redemptions' },
  resyncCampaign: { method: 'POST', path: '/hikmah/campaign/:id/resync' },
} as const satisfies Calls

export const campaigns = callsOf<typeof endpoints>(paths)
