import { invoiceStatusText } from '@hikmah/contract/invoices/texts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<string, Tone> = { paid: 'success', open: 'discontinued', void: 'failed' }

export const InvoiceStatusBadge = ({ status }: { status: string }) => (
  <StatusBadge tone={tones[status] ?? 'discontinued'}>{invoiceStatusText(status)}</StatusBadge>
)
