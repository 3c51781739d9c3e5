import { sql } from 'drizzle-orm'
import type { SearchSource } from '../kit/list/search-source.ts'
import { einSearch, organizationNames, organizations } from './table.ts'

const { city, state } = organizations

export const organizationSource: SearchSource = {
  type: 'organization',
  permission: 'organizations.read',
  from: organizations,
  id: organizations.id,
  createdAt: organizations.createdAt,
  title: organizations.name,
  detail: sql`concat_ws(', ', nullif(${city}, ''), nullif(${state}, ''))`,
  search: organizations.search,
  names: organizationNames,
  secret: { permission: 'tax-verification.decide', search: einSearch },
}
