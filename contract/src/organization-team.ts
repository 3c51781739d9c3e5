import { z } from 'zod'
import { Email, Id, Nothing, RequiredText, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const MemberApplication = z.enum(['DEENFUND', 'DEENKIOSK', 'Others'])
export const MemberRole = z.enum(['Owner/Super Admin', 'Admin', 'Editor'])
export const RolePair = z.object({ application: MemberApplication, roles: MemberRole })
export type RolePair = z.infer<typeof RolePair>

/** A new pair replaces those with the same role or the same application (first seed, section 5). */
export const withPair = (pairs: RolePair[], added: RolePair): RolePair[] => [...withoutReplaced(pairs, added), added]
export const replacedBy = (pairs: RolePair[], added: RolePair): RolePair[] =>
  pairs.filter((pair) => pair.application === added.application || pair.roles === added.roles)
const withoutReplaced = (pairs: RolePair[], added: RolePair) => {
  const replaced = replacedBy(pairs, added)
  return pairs.filter((pair) => !replaced.includes(pair))
}

/** The first word is firstName, all the rest lastName. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

const Pairs = z
  .array(RolePair)
  .min(1, 'Add at least one application and role')
  .max(10)
  .refine(
    (pairs) =>
      pairs.every(
        (pair, i) =>
          !pairs.some((other, j) => j < i && (other.application === pair.application || other.roles === pair.roles)),
      ),
    'Each application and each role can be given once',
  )

/** The wire takes a boolean, as the switch of the form, or the stored words. */
const ConsoleAccess = z
  .union([z.boolean(), z.enum(['enabled', 'revoked'])])
  .transform((given) => given === true || given === 'enabled')

export const Member = z.object({
  _id: Id,
  orgId: Id,
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  userName: z.string(),
  imageDetails: z.object({ image: z.string() }),
  role: z.array(RolePair),
  /** Active when true, otherwise Inactive. */
  userConfirmed: z.boolean(),
  consoleAccess: z.boolean(),
  /** When the unconfirmed member was last mailed. */
  invitedAt: Timestamp,
  createdAt: Timestamp,
  version: z.int(),
})
export type Member = z.infer<typeof Member>

export const MemberEdit = z.object({
  firstName: RequiredText(50),
  lastName: Text(50).optional().default(''),
  role: Pairs,
  consoleAccess: ConsoleAccess,
  version: z.int().optional(),
})

const oneMember = z.object({ id: Id })

export const organizationTeam = {
  listMembers: endpoint({
    method: 'GET',
    path: '/hikmah/team-members',
    allow: 'organization-team.read',
    query: z.object({ orgId: Id }),
    response: z.array(Member),
  }),
  /** Mails the member a code to confirm with. 409 DUPLICATE when the organization has this e-mail already. */
  createMember: endpoint({
    method: 'POST',
    path: '/hikmah/team-members',
    allow: 'organization-team.manage',
    body: MemberEdit.omit({ version: true }).extend({
      userName: Email,
      orgId: Id,
      consoleAccess: ConsoleAccess.optional().default(true),
    }),
    response: Member,
  }),
  readMember: endpoint({
    method: 'GET',
    path: '/hikmah/team-members/:id',
    allow: 'organization-team.read',
    params: oneMember,
    response: Member,
  }),
  /** 409 when it would leave the organization without an Owner/Super Admin. The e-mail cannot change. */
  updateMember: endpoint({
    method: 'PUT',
    path: '/hikmah/team-members/:id',
    allow: 'organization-team.manage',
    params: oneMember,
    body: MemberEdit,
    response: Member,
  }),
  deleteMember: endpoint({
    method: 'DELETE',
    path: '/hikmah/team-members/:id',
    allow: 'organization-team.manage',
    params: oneMember,
    response: Nothing,
  }),
  resendMemberInvite: endpoint({
    method: 'POST',
    path: '/hikmah/team-members/:id/resendInvite',
    allow: 'organization-team.manage',
    params: oneMember,
    response: Member,
  }),
}
