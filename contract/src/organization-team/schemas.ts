import { z } from 'zod'
import { Id, listQuery, RequiredText, Text, Timestamp } from '../common.ts'
import { MAX_NAME } from '../names.ts'
import { memberApplications, memberRoles, memberSorts, memberStatuses } from './words.ts'

export const MemberApplication = z.enum(memberApplications)
export const MemberRole = z.enum(memberRoles)
export const RolePair = z.object({ application: MemberApplication, roles: MemberRole })
export type RolePair = z.infer<typeof RolePair>

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
    'Each application and each role may appear only once',
  )

/** The wire takes a boolean, as the switch of the form, or the stored words. */
export const ConsoleAccess = z
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
  /** When the unconfirmed member was last mailed; null when no invite was sent yet. */
  invitedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: z.int(),
})
export type Member = z.infer<typeof Member>

export const MembersQuery = listQuery(memberStatuses, memberSorts).extend({ orgId: Id })

/** A last name that is not sent stays as it is. */
export const MemberEdit = z.object({
  firstName: RequiredText(MAX_NAME),
  lastName: Text(MAX_NAME).optional(),
  role: Pairs,
  consoleAccess: ConsoleAccess,
  version: z.int().optional(),
})
