import { organizationTeam } from '@hikmah/contract/organization-team'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { createMember, deleteMember, resendMemberInvite, updateMember } from './manage-members.ts'
import { listMembers, presentMember, readMember } from './queries.ts'

export function organizationTeamRoutes(serve: Serve, house: House) {
  const { db } = house
  serve(organizationTeam.listMembers, ({ query }) => listMembers(db, query))
  serve(organizationTeam.readMember, async ({ params }) => presentMember(await readMember(db, params.id)))
  serve(organizationTeam.createMember, ({ body, actor }) => createMember(house, actor, body))
  serve(organizationTeam.updateMember, ({ params, body, actor }) => updateMember(house, actor, params.id, body))
  serve(organizationTeam.deleteMember, ({ params, actor }) => deleteMember(house, actor, params.id))
  serve(organizationTeam.resendMemberInvite, ({ params, actor }) => resendMemberInvite(house, actor, params.id))
}
