import { sql } from 'drizzle-orm'
import type { SearchSource } from '../kit/list/search-source.ts'
import { inviteCode, inviteNames, invites } from './table.ts'

export const inviteSource: SearchSource = {
  type: 'invite',
  permission: 'organizations.read',
  from: invites,
  id: invites.id,
  createdAt: invites.createdAt,
  title: invites.orgName,
  detail: sql`${invites.orgEmail}`,
  search: invites.search,
  names: inviteNames,
  secret: { permission: 'organizations.invite', search: inviteCode },
}
