import type { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import { organizationStatusLabels, organizationStatusTones } from '@hikmah/contract/organizations/words'
import type { ReactNode } from 'react'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'

/** Unknown statuses show as onboarding. */
export function OrganizationStatusBadge({ status, bare, note }: { status: string; bare?: boolean; note?: ReactNode }) {
  const shown = status in organizationStatusLabels ? (status as OrganizationStatus) : 'onboarding'
  return (
    <StatusBadge tone={organizationStatusTones[shown]} bare={bare} note={note}>
      {organizationStatusLabels[shown]}
    </StatusBadge>
  )
}
