import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'
import type { Status } from './application-form.ts'

const tones: Record<Status, Tone> = {
  Available: 'success',
  New: 'success',
  'Coming Soon': 'discontinued',
  'Not Available': 'failed',
}

export const ApplicationStatusBadge = ({ status }: { status: Status }) => (
  <StatusBadge tone={tones[status]}>{status}</StatusBadge>
)
