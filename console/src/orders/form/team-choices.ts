import { roleLabels } from '@hikmah/contract/permissions'
import type { StaffMember } from '@hikmah/contract/staff/schemas'

/** The team members who can be assigned something, with photo and role. */
export const teamChoices = (team: StaffMember[] = []) =>
  team.map(({ _id, name, userName, role, imageDetails }) => ({
    value: _id,
    name: `${name.firstName} ${name.lastName}`.trim() || userName,
    imageUrl: imageDetails.image,
    role: role[0] ? roleLabels[role[0].roles] : '',
  }))
