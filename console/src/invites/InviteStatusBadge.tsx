import type { InviteRow } from '@hikmah/contract/invites/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

/** An accepted invite has the tone of its organization's status, as in OrganizationStatusBadge. */
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
