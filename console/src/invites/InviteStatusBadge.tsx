import type { InviteRow } from '@hikmah/contract/invites/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Partial<Record<string, Tone>> = { 'Invite Sent': 'invite', accepted: 'success' }

/** Any status but these two is neutral. */
export function InviteStatusBadge({ status }: { status: InviteRow['orgStatus'] }) {
  return <StatusBadge tone={tones[status] ?? 'discontinued'}>{status}</StatusBadge>
}
