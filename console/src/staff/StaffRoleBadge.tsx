import { roleLabels, type StaffRole } from '@hikmah/contract/permissions'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './StaffRoleBadge.module.css'

/** A role by its name; the owner wears a crown. */
export function StaffRoleBadge({ staffRole }: { staffRole: StaffRole }) {
  return (
    <span className={classes.role}>
      {staffRole === 'hikmah_owner' && <Icon name="crown" size={14} />}
      {roleLabels[staffRole]}
    </span>
  )
}
