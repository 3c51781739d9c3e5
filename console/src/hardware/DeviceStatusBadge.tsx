import { ASSIGNED, type DeviceStatus, shownStatus } from '@hikmah/contract/hardware/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<DeviceStatus | typeof ASSIGNED, Tone> = {
  Available: 'success',
  Unavailable: 'discontinued',
  Defective: 'discontinued',
  Lost: 'discontinued',
  Locked: 'danger',
  Active: 'invite',
  [ASSIGNED]: 'invite',
  Shipped: 'warning',
  Pending: 'pending',
}
/** The tone's own shape is an envelope, which makes no sense for a device. */
const glyphs: Partial<Record<string, GlyphName>> = { Active: 'check', [ASSIGNED]: 'check' }

interface Props {
  status: string
  /** It belongs to an organization. */
  isAssigned?: boolean
}

/** The lifecycle status that staff set; being online is separate. */
export function DeviceStatusBadge({ status, isAssigned }: Props) {
  const shown = shownStatus(status, isAssigned)
  const tone = shown in tones ? tones[shown as keyof typeof tones] : 'pending'
  return (
    <StatusBadge tone={tone} glyph={glyphs[shown]}>
      {shown}
    </StatusBadge>
  )
}
