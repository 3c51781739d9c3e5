import { type InvoiceRow, type InvoiceState, invoiceStateLabels } from '@hikmah/contract/finance'
import { refundNote } from '@hikmah/contract/invoices'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<InvoiceState, Tone> = {
  due: 'discontinued',
  overdue: 'warning',
  paid: 'success',
  failed: 'failed',
  uncollectible: 'discontinued',
}

type Props = Pick<InvoiceRow, 'status' | 'amountPaid' | 'refunded' | 'currency'>

export const InvoiceStateBadge = ({ status, amountPaid: paid, refunded, currency }: Props) => (
  <StatusBadge tone={tones[status]} note={refundNote({ paid, refunded, currency })}>
    {invoiceStateLabels[status]}
  </StatusBadge>
)
