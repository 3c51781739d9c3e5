import { type Invoice, invoiceStatusText, refundNote } from '@hikmah/contract/invoices'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<string, Tone> = { paid: 'success', open: 'discontinued', void: 'failed' }

type Props = Pick<Invoice, 'status' | 'amount_paid' | 'refunded' | 'currency'>

export const InvoiceStatusBadge = ({ status, amount_paid: paid, refunded, currency }: Props) => (
  <StatusBadge tone={tones[status] ?? 'discontinued'} note={refundNote({ paid, refunded, currency })}>
    {invoiceStatusText(status)}
  </StatusBadge>
)
