import type { RolePair } from './schemas.ts'

export const memberApplications = ['DEENFUND', 'DEENKIOSK', 'Others'] as const
/** Active is who has confirmed. */
export const memberStatuses = ['active', 'inactive'] as const
export const memberSorts = ['name', 'userName', 'createdAt'] as const
export const memberRoles = ['Owner/Super Admin', 'Admin', 'Editor'] as const

/** Whether it is a role in an application, and nothing besides that counts. */
export const isRolePair = (value: unknown): value is RolePair => {
  const { application, roles } = (value ?? {}) as Partial<RolePair>
  return memberApplications.some((one) => one === application) && memberRoles.some((one) => one === roles)
}

/** A new pair replaces those with the same role or the same application (first seed, section 5). */
export const withPair = (pairs: RolePair[], added: RolePair): RolePair[] => [...withoutReplaced(pairs, added), added]

export const replacedBy = (pairs: RolePair[], added: RolePair): RolePair[] =>
  pairs.filter((pair) => pair.application === added.application || pair.roles === added.roles)

const withoutReplaced = (pairs: RolePair[], added: RolePair) => {
  const replaced = replacedBy(pairs, added)
  return pairs.filter((pair) => !replaced.includes(pair))
}
