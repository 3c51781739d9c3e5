import { acceptInvite as accept } from '@hikmah/contract/accept-invite'
import { invites as invite, invites } from '@hikmah/contract/invites/endpoints'
import { can, type StaffRole } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import { acceptInvite, acceptTeamInvite } from './accept-invite.ts'
import { findInvite, findTeamInvite } from './invite-credentials.ts'
import { inviteOrganization, revokeInvite } from './invite-organization.ts'
import { listInvites, readInvite, streamInvites } from './queries.ts'

/** With a code a stranger could become the organization, so it is for those who may send it. */
const mustHideCodes = (role: StaffRole) => !can(role, 'organizations.invite')

export function inviteRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  serveList(serve, change, invites.listInvites, {
    entity: 'invite',
    entityName: 'All invites',
    page: ({ query, actor }) => listInvites(db, query, clock.now(), { hideCodes: mustHideCodes(actor.role) }),
    whole: ({ actor }) => streamInvites(db, clock.now(), { hideCodes: mustHideCodes(actor.role) }),
  })
  serve(invites.readInvite, ({ params, actor }) =>
    readInvite(db, params.id, clock.now(), { hideCodes: mustHideCodes(actor.role) }),
  )
  serve(invites.revokeInvite, ({ params, actor }) => revokeInvite(house, actor, params.id))
  serve(invite.inviteOrganization, ({ body, actor }) => inviteOrganization(house, actor, body))

  serve(accept.findInvite, ({ params, query, actor }) => findInvite(house, actor, { ...params, ...query }))
  serve(accept.acceptInvite, ({ body, actor, request }) => {
    const key = request.headers['idempotency-key']
    return acceptInvite(house, actor, body, typeof key === 'string' ? key : undefined)
  })
  serve(accept.findTeamInvite, ({ params, query, actor }) => findTeamInvite(house, actor, { ...params, ...query }))
  serve(accept.acceptTeamInvite, ({ body, actor }) => acceptTeamInvite(house, actor, body))
}
