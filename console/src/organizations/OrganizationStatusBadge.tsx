import type { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import { organizationStatusLabels } from '@hikmah/contract/organizations/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

export const toneOfStatus = {
  approved: 'success',
  onboarding: 'warning',
  blocked: 'danger',
} as const satisfies Record<OrganizationStatus, Tone>

/** Unknown statuses show as onboarding. */
export function OrganizationStatusBadge({ status, bare }: { status: string; bare?: boolean }) {
  const known = status in toneOfStatus ? (status as OrganizationStatus) : 'onboarding'
  return (
    <StatusBadge tone={toneOfStatus[known]} bare={bare}>
      {organizationStatusLabels[known]}
    </StatusBadge>
  )
}
