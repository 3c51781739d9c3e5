import type { InviteRow } from '@hikmah/contract/invites/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'
import { toneOfStatus } from '../organizations/OrganizationStatusBadge.tsx'

/** What has become an organization has the tone of the organization's status. */
const tones: Partial<Record<string, Tone>> = {
  'Invite Sent': 'invite',
  accepted: 'success',
  onboarding: toneOfStatus.onboarding,
  blocked: toneOfStatus.blocked,
}

/** Any other status is neutral. */
export function InviteStatusBadge({ status }: { status: InviteRow['orgStatus'] }) {
  return <StatusBadge tone={tones[status] ?? 'discontinued'}>{status}</StatusBadge>
}
