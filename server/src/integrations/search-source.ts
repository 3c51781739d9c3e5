import { sql } from 'drizzle-orm'
import type { SearchSource } from '../kit/list/search-source.ts'
import { integrations, integrationWords, isListed } from './table.ts'

export const integrationSource: SearchSource = {
  type: 'integration',
  permission: 'products.read',
  from: integrations,
  id: integrations.id,
  createdAt: integrations.createdAt,
  where: isListed,
  title: integrations.name,
  detail: sql`${integrations.shortDescription}`,
  search: integrations.search,
  names: integrationWords,
}
