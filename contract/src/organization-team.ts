import { z } from 'zod'
import { Id, listOf, listQuery, RequiredText, Text, Timestamp } from './common.ts'
import { Email, personRules } from './email.ts'
import { describeEndpoints } from './endpoint.ts'
import { keysOf, MAX_NAME } from './words.ts'

export const memberApplications = ['DEENFUND', 'DEENKIOSK', 'Others'] as const
/** A member is active once they have confirmed. */
export const memberStatusFacts = {
  active: { label: 'Active', tone: 'success' },
  inactive: { label: 'Inactive', tone: 'pending' },
} as const
export const memberStatuses = keysOf(memberStatusFacts)

export const memberStatus = (member: Pick<Member, 'userConfirmed'>) => (member.userConfirmed ? 'active' : 'inactive')

export const memberSorts = ['name', 'userName', 'createdAt'] as const
export const MAY_NOT_MANAGE_TEAM = 'Only owners and admins can manage team members'

export const OWNER_ROLE = 'Owner/Super Admin'
export const memberRoles = [OWNER_ROLE, 'Admin', 'Editor'] as const

type Standing = Pick<Member, 'role' | 'userConfirmed' | 'consoleAccess'>

/** Members who never confirmed or have no access cannot act as an owner. */
const actsAsOwner = ({ role, userConfirmed, consoleAccess }: Standing) =>
  userConfirmed && consoleAccess && role.some(({ roles }) => roles === OWNER_ROLE)

/** Why a member cannot be changed to `after`, or removed (null): the last owner stays one who can act as such. */
export const whyOwnerMustStay = (member: Standing, after: Standing | null, hasOtherOwner: boolean): string | null =>
  actsAsOwner(member) && !(after && actsAsOwner(after)) && !hasOtherOwner
    ? `This is the organization’s last ${OWNER_ROLE} with access. Make somebody else ${OWNER_ROLE} first.`
    : null

export function whyNotInviteMember(member: Pick<Member, 'userConfirmed' | 'consoleAccess'>): string | null {
  if (member.userConfirmed) return 'This member has already confirmed; no invite is needed'
  if (!member.consoleAccess) return 'This member’s console access is revoked. Enable it, then resend the invite.'
  return null
}

/** A role in an application; other properties do not matter. */
export const isRolePair = (value: unknown): value is RolePair => {
  const { application, roles } = (value ?? {}) as Partial<RolePair>
  return memberApplications.some((name) => name === application) && memberRoles.some((name) => name === roles)
}

export const rolePairText = ({ application, roles }: RolePair) => `${application} · ${roles}`

export const replacedBy = (pairs: RolePair[], added: RolePair): RolePair[] =>
  pairs.filter((pair) => pair.application === added.application || pair.roles === added.roles)

/** A new pair replaces those with the same role or the same application (first seed, section 5). */
export function withPair(pairs: RolePair[], added: RolePair): RolePair[] {
  const replaced = replacedBy(pairs, added)
  return [...pairs.filter((pair) => !replaced.includes(pair)), added]
}

export const memberFields = {
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
  consoleAccess: 'Console access',
} as const
export type MemberField = keyof typeof memberFields

export const MemberApplication = z.enum(memberApplications)
export const MemberRole = z.enum(memberRoles)
export const RolePair = z.object({ application: MemberApplication, roles: MemberRole })
export type RolePair = z.infer<typeof RolePair>

const Pairs = z
  .array(RolePair)
  .min(1, 'Add at least one application and role')
  .max(10)
  .refine(
    (pairs) => pairs.every((pair, i) => replacedBy(pairs.slice(0, i), pair).length === 0),
    'Each application and each role may appear only once',
  )

/** The wire takes a boolean, as the switch of the form, or the stored words. */
export const ConsoleAccess = z
  .union([z.boolean(), z.enum(['enabled', 'revoked'])])
  .transform((access) => access === true || access === 'enabled')

export const Member = z.object({
  _id: Id,
  orgId: Id,
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  userName: z.string(),
  imageDetails: z.object({ image: z.string() }),
  role: z.array(RolePair),
  userConfirmed: z.boolean(),
  consoleAccess: z.boolean(),
  /** When the unconfirmed member was last mailed; null when no invite was sent yet. */
  invitedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: z.int(),
})
export type Member = z.infer<typeof Member>

/** `locked`: after too many failed sign-ins in an application, until the time is over or staff unlock. */
const MemberWithLock = Member.extend({ locked: z.boolean() })
export type MemberWithLock = z.infer<typeof MemberWithLock>

export const MembersQuery = listQuery(memberStatuses, memberSorts).extend({ orgId: Id })

/** A last name that is not sent stays as it is. */
export const MemberEdit = z.object({
  firstName: RequiredText(MAX_NAME),
  lastName: Text(MAX_NAME).optional(),
  role: Pairs,
  consoleAccess: ConsoleAccess,
  version: z.int().optional(),
} satisfies Record<MemberField | 'version', z.ZodType>)

export const memberRules = personRules(MemberEdit.pick({ firstName: true, lastName: true }))

const role = [{ application: 'DEENKIOSK', roles: 'Admin' }]

export const organizationTeam = describeEndpoints('Organization team', {
  listMembers: {
    call: 'GET /hikmah/team-members',
    summary: 'List the members of an organization',
    description: 'With `orgId` alone the whole array, oldest first; with any other parameter a page with `meta`.',
    allow: 'organization-team.read',
    query: MembersQuery,
    ...listOf(Member),
  },
  createMember: {
    call: 'POST /hikmah/team-members',
    summary: 'Add a member',
    description: 'Emails the member a confirmation code, unless `consoleAccess` is revoked: it is resent once enabled.',
    refusals: { 409: 'DUPLICATE: the organization has a member with this email' },
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
    call: 'GET /hikmah/team-members/:id',
    summary: 'Get a member',
    allow: 'organization-team.read',
    response: MemberWithLock,
  },
  updateMember: {
    call: 'PUT /hikmah/team-members/:id',
    summary: 'Update a member',
    description: 'The email cannot be changed. An organization must keep at least one Owner/Super Admin.',
    refusals: { 409: 'CONFLICT: the organization would have no Owner/Super Admin left' },
    example: { body: { firstName: 'Yusuf', lastName: 'Ali', role, consoleAccess: true, version: 2 } },
    allow: 'organization-team.manage',
    body: MemberEdit,
    response: Member,
    conflict: Member,
  },
  deleteMember: {
    call: 'DELETE /hikmah/team-members/:id',
    summary: 'Remove a member',
    refusals: { 409: 'CONFLICT: the organization would have no Owner/Super Admin left' },
    allow: 'organization-team.manage',
  },
  unlockMember: {
    call: 'POST /hikmah/team-members/:id/unlock',
    summary: 'Unlock a member',
    description: 'Lifts the lock after too many failed sign-ins in an application, for all organizations of the email.',
    allow: 'organization-team.manage',
    response: MemberWithLock,
  },
  resendMemberInvite: {
    call: 'POST /hikmah/team-members/:id/resendInvite',
    summary: 'Send a member a new code',
    description: 'The previous code stops working.',
    refusals: { 409: 'CONFLICT: the member has already confirmed' },
    allow: 'organization-team.manage',
    response: Member,
  },
})
