import type { DisplayStatus } from '@hikmah/contract/campaigns/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<DisplayStatus, Tone> = {
  'Maxed Out': 'warning',
  Expired: 'failed',
  Active: 'success',
  Inactive: 'discontinued',
}

export const CampaignStatusBadge = ({ status }: { status: DisplayStatus }) => (
  <StatusBadge tone={tones[status]}>{status}</StatusBadge>
)
