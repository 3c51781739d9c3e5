import { roleLabels, type StaffRole } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import { type StaffMember, staffStatusFacts } from '@hikmah/contract/staff'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './staff.module.css'

/** Somebody without a role may do nothing, so they are shown with the lowest one. */
export const staffRole = ({ role }: Pick<CurrentUser, 'role'>) => role[0]?.roles ?? 'hikmah_manager'

export const isOwner = (person: Pick<CurrentUser, 'role'>) => staffRole(person) === 'hikmah_owner'

export const ruledPerson = (person: Pick<CurrentUser, '_id' | 'role'>) => ({ id: person._id, role: staffRole(person) })

export const StaffRoleBadge = ({ staffRole: role }: { staffRole: StaffRole }) => (
  <span className={classes.roleBadge}>
    {role === 'hikmah_owner' && <Icon name="crown" size={14} />}
    {roleLabels[role]}
  </span>
)

export function StaffStatusBadge({ status, locked }: Pick<StaffMember, 'status' | 'locked'>) {
  const { tone, label } = staffStatusFacts[status]
  return (
    <span className={classes.badges}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {locked && <StatusBadge tone="danger">Locked</StatusBadge>}
    </span>
  )
}
