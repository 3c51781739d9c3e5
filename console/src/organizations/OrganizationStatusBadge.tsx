import type { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import { organizationStatusLabels, organizationStatusTones } from '@hikmah/contract/organizations/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'

/** Unknown statuses show as onboarding. */
export function OrganizationStatusBadge({ status, bare }: { status: string; bare?: boolean }) {
  const shown = status in organizationStatusLabels ? (status as OrganizationStatus) : 'onboarding'
  return (
    <StatusBadge tone={organizationStatusTones[shown]} bare={bare}>
      {organizationStatusLabels[shown]}
    </StatusBadge>
  )
}
