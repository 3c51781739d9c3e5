import { sql } from 'drizzle-orm'
import { fullNameOf } from '../kit/db/columns.ts'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import { organizations } from '../organizations/table.ts'
import { memberNames, memberSearch, members } from './table.ts'

export const memberSource: SearchSource = {
  type: 'member',
  permission: 'organization-team.read',
  from: members,
  id: members.id,
  createdAt: members.createdAt,
  title: fullNameOf(members),
  detail: detailOf(
    members.userName,
    sql`(select ${organizations.name} from ${organizations} where ${organizations.id} = ${members.organizationId})`,
  ),
  organizationId: members.organizationId,
  search: memberSearch,
  names: memberNames,
}
