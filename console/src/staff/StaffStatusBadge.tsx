import type { StaffMember, StaffStatus } from '@hikmah/contract/staff'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'
import classes from './staff.module.css'

export const statusLabels: Record<StaffStatus, string> = {
  active: 'Active',
  revoked: 'Revoked',
  unverified: 'Unverified',
}

const tones: Record<StaffStatus, Tone> = { active: 'success', revoked: 'discontinued', unverified: 'pending' }

/** Whether somebody can sign in, and what stands in the way. */
export function StaffStatusBadge({ status, locked }: Pick<StaffMember, 'status' | 'locked'>) {
  return (
    <span className={classes.badges}>
      <StatusBadge tone={tones[status]}>{statusLabels[status]}</StatusBadge>
      {locked && <StatusBadge tone="danger">Locked</StatusBadge>}
    </span>
  )
}
