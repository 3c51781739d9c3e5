import { isNotNull, sql } from 'drizzle-orm'
import type { SearchSource } from '../kit/list/search-source.ts'
import { einSearch, organizationNames, organizations } from '../organizations/table.ts'

/** The organizations that wait for a decision. */
export const taxReviewSource: SearchSource = {
  type: 'taxReview',
  permission: 'tax-verification.read',
  from: organizations,
  id: organizations.id,
  createdAt: organizations.waitingSince,
  where: isNotNull(organizations.waitingSince),
  title: organizations.name,
  detail: sql`'Waiting for a decision'`,
  search: organizations.search,
  names: organizationNames,
  secret: { permission: 'tax-verification.decide', search: einSearch },
}
