import { organizationTeam } from '@hikmah/contract/organization-team/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { createMember } from './create-member.ts'
import { deleteMember } from './delete-member.ts'
import { listMembers, presentMember, readMember } from './queries.ts'
import { resendMemberInvite } from './resend-member-invite.ts'
import { updateMember } from './update-member.ts'

export function organizationTeamRoutes(serve: Serve, house: House) {
  const { db } = house
  serve(organizationTeam.listMembers, async ({ query }) => ({ data: await listMembers(db, query.orgId) }))
  serve(organizationTeam.readMember, async ({ params }) => ({ data: presentMember(await readMember(db, params.id)) }))
  serve(organizationTeam.createMember, async ({ body, actor }) => ({ data: await createMember(house, actor, body) }))
  serve(organizationTeam.updateMember, async ({ params, body, actor }) => ({
    data: await updateMember(house, actor, params.id, body),
  }))
  serve(organizationTeam.deleteMember, async ({ params, actor }) => {
    await deleteMember(house, actor, params.id)
    return { data: null }
  })
  serve(organizationTeam.resendMemberInvite, async ({ params, actor }) => ({
    data: await resendMemberInvite(house, actor, params.id),
  }))
}
