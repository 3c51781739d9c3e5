import { acceptInvite as accept } from '@hikmah/contract/accept-invite/endpoints'
import { invites as invite, invites } from '@hikmah/contract/invites/endpoints'
import { can } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { Serve } from '../kit/http/serve.ts'
import { isWholeListRequest } from '../kit/list/list.ts'
import { acceptInvite } from './accept-invite.ts'
import { acceptTeamInvite } from './accept-team-invite.ts'
import { findInvite, findTeamInvite } from './find-invite.ts'
import { inviteOrganization } from './invite-organization.ts'
import { listInvites, readInvite, streamInvites } from './queries.ts'
import { revokeInvite } from './revoke-invite.ts'

/** Taking the whole list away is worth a line in the audit trail. */
const allRead = { action: 'invite.list-exported', entity: 'invite', entityId: '', entityName: 'All invites' }

export function inviteRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  serve(invites.listInvites, async ({ query, actor }) => {
    if (!isWholeListRequest(query)) return listInvites(db, query, clock.now())
    await change(actor, async (tx) => record(tx, allRead))
    return { data: streamInvites(db, clock.now()) }
  })
  serve(invites.readInvite, async ({ params, actor }) => ({
    data: await readInvite(db, params.id, clock.now(), { hideCodes: !can(actor.role, 'organizations.invite') }),
  }))
  serve(invites.revokeInvite, async ({ params, actor }) => {
    await revokeInvite(house, actor, params.id)
    return { data: null }
  })
  serve(invite.inviteOrganization, ({ body, actor }) => inviteOrganization(house, actor, body))

  serve(accept.findInvite, async ({ params, query, actor }) => ({
    data: await findInvite(house, actor, { ...params, ...query }),
  }))
  serve(accept.acceptInvite, async ({ body, actor }) => ({ data: await acceptInvite(house, actor, body) }))
  serve(accept.findTeamInvite, async ({ params, query, actor }) => ({
    data: await findTeamInvite(house, actor, { ...params, ...query }),
  }))
  serve(accept.acceptTeamInvite, async ({ body, actor }) => ({ data: await acceptTeamInvite(house, actor, body) }))
}
