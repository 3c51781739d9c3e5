import { sql } from 'drizzle-orm'
import type { SearchSource } from '../kit/list/search-source.ts'
import { applications, applicationWords } from './table.ts'

export const applicationSource: SearchSource = {
  type: 'application',
  permission: 'products.read',
  from: applications,
  id: applications.id,
  createdAt: applications.createdAt,
  title: applications.displayName,
  detail: sql`${applications.shortDescription}`,
  search: applications.search,
  names: applicationWords,
}
