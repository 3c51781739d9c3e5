import type { InviteRow } from '@hikmah/contract/invites/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

/** What has become an organization has the tone of its status, as OrganizationStatusBadge has it. */
const tones: Partial<Record<string, Tone>> = {
  'Invite Sent': 'invite',
  accepted: 'success',
  onboarding: 'warning',
  blocked: 'danger',
}

/** Any other status is neutral. */
export function InviteStatusBadge({ status }: { status: InviteRow['orgStatus'] }) {
  return <StatusBadge tone={tones[status] ?? 'discontinued'}>{status}</StatusBadge>
}
