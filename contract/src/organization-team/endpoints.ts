import { z } from 'zod'
import { Email, Id, Nothing } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { ConsoleAccess, Member, MemberEdit } from './schemas.ts'

const oneMember = z.object({ id: Id })

export const organizationTeam = describeEndpoints(paths, {
  listMembers: {
    allow: 'organization-team.read',
    query: z.object({ orgId: Id }),
    response: z.array(Member),
  },
  /** Mails the member a code to confirm with. 409 DUPLICATE when the organization has this e-mail already. */
  createMember: {
    allow: 'organization-team.manage',
    body: MemberEdit.omit({ version: true }).extend({
      userName: Email,
      orgId: Id,
      consoleAccess: ConsoleAccess.optional().default(true),
    }),
    response: Member,
  },
  readMember: {
    allow: 'organization-team.read',
    params: oneMember,
    response: Member,
  },
  /** 409 when it would leave the organization without an Owner/Super Admin. The e-mail cannot change. */
  updateMember: {
    allow: 'organization-team.manage',
    params: oneMember,
    body: MemberEdit,
    response: Member,
    conflict: Member,
  },
  deleteMember: {
    allow: 'organization-team.manage',
    params: oneMember,
    response: Nothing,
  },
  resendMemberInvite: {
    allow: 'organization-team.manage',
    params: oneMember,
    response: Member,
  },
})
