import { campaigns } from '@hikmah/contract/campaigns/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/serve-list.ts'
import { importCampaign } from './import-campaign.ts'
import { listCampaigns, readCampaign, streamCampaigns } from './queries.ts'
import { listRedemptions } from './redemptions.ts'
import { deleteCampaign, resyncCampaign, updateCampaign } from './update-campaign.ts'

export function campaignRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  serveList(serve, change, campaigns.listCampaigns, {
    entity: 'campaign',
    entityName: 'All campaigns',
    page: ({ query }) => listCampaigns(db, query, clock.now()),
    whole: () => streamCampaigns(db, clock.now()),
  })
  serve(campaigns.createCampaign, ({ actor, body }) => importCampaign(house, actor, body))
  serve(campaigns.readCampaign, ({ params }) => readCampaign(db, params.id, clock.now()))
  serve(campaigns.updateCampaign, ({ actor, params, body }) => updateCampaign(house, actor, params.id, body))
  serve(campaigns.deleteCampaign, ({ actor, params }) => deleteCampaign(house, actor, params.id))
  serve(campaigns.listRedemptions, ({ params, query }) => listRedemptions(db, params.id, query))
  serve(campaigns.resyncCampaign, ({ actor, params }) => resyncCampaign(house, actor, params.id))
}
