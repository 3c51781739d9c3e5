import type { RolePair } from '@hikmah/contract/organization-team'

export const MAY_NOT_MANAGE = 'Only owners and admins can manage team members'

/** DEENFUND · Owner/Super Admin */
export const pairText = ({ application, roles }: RolePair) => `${application} · ${roles}`
