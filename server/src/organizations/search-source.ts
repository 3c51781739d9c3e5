import { detailOf, type SearchSource } from '../kit/list/search.ts'
import { einSearch, organizationNames, organizations } from './table.ts'

const { city, state } = organizations

export const organizationSource: SearchSource = {
  type: 'organization',
  permission: 'organizations.read',
  from: organizations,
  id: organizations.id,
  createdAt: organizations.createdAt,
  title: organizations.name,
  detail: detailOf(city, state),
  search: organizations.search,
  names: organizationNames,
  secret: { permission: 'tax-verification.decide', search: einSearch },
}
