import { isNull, sql } from 'drizzle-orm'
import type { SearchSource } from '../kit/list/search-source.ts'
import { demoRequests, requestNames } from './table.ts'

export const demoRequestSource: SearchSource = {
  type: 'demoRequest',
  permission: 'communication.read',
  from: demoRequests,
  id: demoRequests.id,
  createdAt: demoRequests.createdAt,
  where: isNull(demoRequests.deletedAt),
  title: sql`trim(first_name || ' ' || last_name)`,
  detail: sql`concat_ws(', ', nullif(${demoRequests.organization}, ''), ${demoRequests.email})`,
  search: demoRequests.search,
  names: requestNames,
}
