import { roleLabels, type StaffRole } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import { type StaffMember, staffStatusFacts } from '@hikmah/contract/staff'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { Drawing } from '../kit/icons/public-icons.tsx'
import classes from './staff.module.css'

/** Somebody without a role may do nothing, so they are shown with the lowest one. */
export const staffRole = ({ role }: Pick<CurrentUser, 'role'>) => role[0]?.roles ?? 'hikmah_manager'

export const isOwner = (person: Pick<CurrentUser, 'role'>) => staffRole(person) === 'hikmah_owner'

export const ruledPerson = (person: Pick<CurrentUser, '_id' | 'role'>) => ({ id: person._id, role: staffRole(person) })

export const StaffRoleBadge = ({ staffRole: role }: { staffRole: StaffRole }) => (
  <span className={classes.roleBadge}>
    {role === 'hikmah_owner' && (
      <Drawing path="M2.8 12.8h10.4M3.4 10.3L2.5 4.5l3 2.6L8 3l2.5 4.1 3-2.6-.9 5.8z" size={14} />
    )}
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
