import type { Connectivity } from '@hikmah/contract/hardware/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

export const connectivityLabels: Record<Connectivity, string> = {
  online: 'Online',
  offline: 'Offline',
  never: 'Never connected',
}

const looks: Record<Connectivity, [Tone, GlyphName]> = {
  online: ['success', 'dot'],
  offline: ['discontinued', 'slash'],
  never: ['pending', 'dashed'],
}

/** Whether the device is online. */
export function ConnectivityBadge({ connectivity }: { connectivity: Connectivity }) {
  const [tone, glyph] = looks[connectivity]
  return (
    <StatusBadge tone={tone} glyph={glyph} bare>
      {connectivityLabels[connectivity]}
    </StatusBadge>
  )
}
