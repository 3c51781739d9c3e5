import { ASSIGNED, deviceStatusTones, type ListedDeviceStatus } from '@hikmah/contract/hardware/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName } from '../kit/icons/glyphs.tsx'

/** These two share a tone whose own shape is an envelope, which makes no sense for a device. */
const glyphs: Partial<Record<string, GlyphName>> = { Active: 'check', [ASSIGNED]: 'check' }

export const ListedStatusBadge = ({ status, bare }: { status: ListedDeviceStatus; bare?: boolean }) => (
  <StatusBadge tone={deviceStatusTones[status]} glyph={glyphs[status]} bare={bare}>
    {status}
  </StatusBadge>
)
