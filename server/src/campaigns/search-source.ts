import { isNull, sql } from 'drizzle-orm'
import type { SearchSource } from '../kit/list/search-source.ts'
import { campaignNames, campaigns } from './table.ts'

export const campaignSource: SearchSource = {
  type: 'campaign',
  permission: 'campaigns.read',
  from: campaigns,
  id: campaigns.id,
  createdAt: campaigns.createdAt,
  where: isNull(campaigns.deletedAt),
  title: campaigns.code,
  detail: sql`concat_ws(', ', nullif(${campaigns.couponName}, ''), ${campaigns.promoId})`,
  search: campaigns.search,
  names: campaignNames,
}
