import { isNull } from 'drizzle-orm'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import { campaignNames, campaigns } from './table.ts'

export const campaignSource: SearchSource = {
  type: 'campaign',
  permission: 'campaigns.read',
  from: campaigns,
  id: campaigns.id,
  createdAt: campaigns.createdAt,
  where: isNull(campaigns.deletedAt),
  title: campaigns.code,
  detail: detailOf(campaigns.couponName, campaigns.promoId),
  search: campaigns.search,
  names: campaignNames,
}
