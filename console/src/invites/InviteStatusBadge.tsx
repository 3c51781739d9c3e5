import type { InviteRow } from '@hikmah/contract/invites'
import type { Tone } from '../kit/glyphs.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'

const tones: Partial<Record<string, Tone>> = { 'Invite Sent': 'invite', accepted: 'success' }

/** Any status but these two is neutral. */
export function InviteStatusBadge({ status }: { status: InviteRow['orgStatus'] }) {
  return <StatusBadge tone={tones[status] ?? 'discontinued'}>{status}</StatusBadge>
}
