import { z } from 'zod'
import { Email, Id, ListMeta, Nothing } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { ConsoleAccess, Member, MemberEdit, MembersQuery } from './schemas.ts'

const oneMember = z.object({ id: Id })

/** Of the examples. */
const role = [{ application: 'DEENKIOSK', roles: 'Admin' }]

export const organizationTeam = describeEndpoints('Organization team', paths, {
  listMembers: {
    summary: 'List the members of an organization',
    description: 'With `orgId` alone the whole array, oldest first; with any other parameter a page with `meta`.',
    allow: 'organization-team.read',
    query: MembersQuery,
    response: z.array(Member),
    meta: ListMeta,
  },
  createMember: {
    summary: 'Add a member',
    description:
      'E-mails the member a confirmation code, unless `consoleAccess` is revoked: it is resent once enabled.',
    refusals: { 409: 'DUPLICATE: the organization has a member with this e-mail' },
    example: {
      body: {
        orgId: '0198c9a2-5d1e-7c3a-9f60-2b7d4e8a1c55',
        userName: 'yusuf@masjid.example',
        firstName: 'Yusuf',
        lastName: 'Ali',
        role,
      },
    },
    allow: 'organization-team.manage',
    body: MemberEdit.omit({ version: true }).extend({
      lastName: MemberEdit.shape.lastName.default(''),
      userName: Email,
      orgId: Id,
      consoleAccess: ConsoleAccess.optional().default(true),
    }),
    response: Member,
  },
  readMember: {
    summary: 'Get a member',
    allow: 'organization-team.read',
    params: oneMember,
    response: Member,
  },
  updateMember: {
    summary: 'Update a member',
    description: 'The e-mail cannot be changed. An organization must keep at least one Owner/Super Admin.',
    refusals: { 409: 'CONFLICT: the organization would have no Owner/Super Admin left' },
    example: { body: { firstName: 'Yusuf', lastName: 'Ali', role, consoleAccess: true, version: 2 } },
    allow: 'organization-team.manage',
    params: oneMember,
    body: MemberEdit,
    response: Member,
    conflict: Member,
  },
  deleteMember: {
    summary: 'Remove a member',
    refusals: { 409: 'CONFLICT: the organization would have no Owner/Super Admin left' },
    allow: 'organization-team.manage',
    params: oneMember,
    response: Nothing,
  },
  resendMemberInvite: {
    summary: 'Send a member a new code',
    description: 'The previous code stops working.',
    refusals: { 409: 'CONFLICT: the member has already confirmed' },
    allow: 'organization-team.manage',
    params: oneMember,
    response: Member,
  },
})
