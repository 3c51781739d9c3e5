import { isNull } from 'drizzle-orm'
import { fullNameOf } from '../kit/db/columns.ts'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import { demoRequests, requestNames } from './table.ts'

export const demoRequestSource: SearchSource = {
  type: 'demoRequest',
  permission: 'communication.read',
  from: demoRequests,
  id: demoRequests.id,
  createdAt: demoRequests.createdAt,
  where: isNull(demoRequests.deletedAt),
  title: fullNameOf(demoRequests),
  detail: detailOf(demoRequests.organization, demoRequests.email),
  search: demoRequests.search,
  names: requestNames,
}
