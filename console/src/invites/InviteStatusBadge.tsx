import type { InviteRow } from '@hikmah/contract/invites/schemas'
import { inviteTones } from '@hikmah/contract/invites/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'

export const InviteStatusBadge = ({ status }: { status: InviteRow['orgStatus'] }) => (
  <StatusBadge tone={inviteTones[status]}>{status}</StatusBadge>
)
