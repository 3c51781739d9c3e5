import { z } from 'zod'
import { listOf, PageQuery } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import {
  CAMPAIGN_ADDED,
  CAMPAIGN_COMPARED,
  CAMPAIGN_DELETED,
  CAMPAIGN_RESYNCED,
  CAMPAIGN_UPDATED,
  Campaign,
  CampaignEdit,
  CampaignsQuery,
  ImportedCampaign,
  NewCampaign,
  Redemption,
} from './schemas.ts'

export const campaigns = describeEndpoints('Campaigns', {
  listCampaigns: {
    call: 'GET /hikmah/allcampaigns',
    summary: 'List campaigns',
    description:
      'Without parameters the whole array is streamed, newest import first. `q` searches code, coupon and promo id; `status` is the `displayStatus`.',
    allow: 'campaigns.read',
    query: CampaignsQuery,
    ...listOf(Campaign),
  },
  createCampaign: {
    call: 'POST /hikmah/createcampaign',
    summary: 'Import a promo code of the payment provider',
    description:
      'By its promo id, or by its code in upper or lower case; type, image, organization limit and status may come with it. One that is already imported is compared again, unless such details come with it; `isNew` tells the two apart. An unknown code gets 200 with `{error: true, data: "Invalid Promo Code!"}`.',
    refusals: { 409: 'CONFLICT: details came with a code that is already imported; nothing is changed' },
    example: { body: { promoCode: 'RAMADAN25' } },
    allow: 'campaigns.manage',
    body: NewCampaign,
    response: z.union([ImportedCampaign, z.string()]),
    conflict: Campaign,
    flagsText: true,
    message: (_, { isNew }: ImportedCampaign) => (isNew ? CAMPAIGN_ADDED : CAMPAIGN_COMPARED),
  },
  readCampaign: {
    call: 'GET /hikmah/campaign/:id',
    summary: 'Get a campaign',
    allow: 'campaigns.read',
    response: Campaign,
  },
  updateCampaign: {
    call: 'PUT /hikmah/campaign/:id',
    summary: 'Update a campaign',
    description: 'Type, image, organization limit and status; the rest is the provider’s.',
    example: { body: { campaignType: 'Promotion', organizationLimit: 50, status: 'Available', version: 2 } },
    allow: 'campaigns.manage',
    body: CampaignEdit,
    response: Campaign,
    conflict: Campaign,
    message: CAMPAIGN_UPDATED,
  },
  deleteCampaign: {
    call: 'DELETE /hikmah/campaign/:id',
    summary: 'Delete a campaign',
    description: 'The promo code is deactivated at the provider, for good, and the campaign leaves the list.',
    refusals: { 502: 'UPSTREAM: it is not known whether the provider did it; it is retried automatically' },
    allow: 'campaigns.manage',
    message: CAMPAIGN_DELETED,
  },
  listRedemptions: {
    call: 'GET /hikmah/campaign/:id/redemptions',
    summary: 'List where a campaign was used',
    description: 'From orders and invoices, newest first, a page at a time.',
    allow: 'campaigns.read',
    query: PageQuery,
    response: z.array(Redemption),
    meta: z.object({ total: z.int(), page: z.int(), limit: z.int() }),
  },
  resyncCampaign: {
    call: 'POST /hikmah/campaign/:id/resync',
    summary: 'Read a campaign at the payment provider again',
    allow: 'campaigns.manage',
    response: Campaign,
    message: CAMPAIGN_RESYNCED,
  },
})
