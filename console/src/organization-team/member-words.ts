import type { Member, RolePair } from '@hikmah/contract/organization-team/schemas'

export const MAY_NOT_MANAGE = 'Only owners and admins can manage team members'

export const fullName = ({ name: { firstName, lastName } }: Pick<Member, 'name'>) => `${firstName} ${lastName}`.trim()

/** DEENFUND · Owner/Super Admin */
export const pairText = ({ application, roles }: RolePair) => `${application} · ${roles}`
