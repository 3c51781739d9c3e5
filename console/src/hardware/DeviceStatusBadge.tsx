import type { DeviceStatus } from '@hikmah/contract/hardware/schemas'
import { shownStatus } from '@hikmah/contract/hardware/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<DeviceStatus, Tone> = {
  Available: 'success',
  Unavailable: 'discontinued',
  Defective: 'discontinued',
  Lost: 'discontinued',
  Locked: 'danger',
  Active: 'invite',
  Shipped: 'warning',
  Pending: 'pending',
}
/** The tone's own shape is an envelope, which says nothing of a device. */
const glyphs: Partial<Record<string, GlyphName>> = { Active: 'check' }

/** The life of the unit as staff keep it; whether it is online is another thing. */
export function DeviceStatusBadge({ status }: { status: string }) {
  const shown = shownStatus(status)
  const tone = shown in tones ? tones[shown as DeviceStatus] : 'pending'
  return (
    <StatusBadge tone={tone} glyph={glyphs[shown]}>
      {shown}
    </StatusBadge>
  )
}
