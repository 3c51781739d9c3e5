import { type InvoiceState, invoiceStateLabels } from '@hikmah/contract/finance/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<InvoiceState, Tone> = {
  due: 'discontinued',
  overdue: 'warning',
  paid: 'success',
  failed: 'failed',
  uncollectible: 'discontinued',
}

export const InvoiceStateBadge = ({ state }: { state: InvoiceState }) => (
  <StatusBadge tone={tones[state]}>{invoiceStateLabels[state]}</StatusBadge>
)
