import {
  type InvoiceRow,
  type InvoiceState,
  invoiceStates,
  invoiceStateText,
  statusInState,
} from '@hikmah/contract/finance'
import { type Invoice, invoiceStatusText, isPaidOutside, PAID_OUTSIDE, refundNote } from '@hikmah/contract/invoices'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<InvoiceState, Tone> = {
  due: 'discontinued',
  overdue: 'warning',
  paid: 'success',
  failed: 'failed',
  uncollectible: 'discontinued',
}

/** The state of bookkeeping, where an open invoice may be overdue. */
export const InvoiceStateBadge = ({ status, amountPaid: paid, refunded, currency }: InvoiceRow) => (
  <StatusBadge tone={tones[status]} note={refundNote({ paid, refunded, currency })}>
    {invoiceStateText(status)}
  </StatusBadge>
)

/** The status at the payment provider. */
export function InvoiceStatusBadge(invoice: Invoice) {
  const { status, amount_paid: paid, refunded, currency } = invoice
  const state = invoiceStates.find((one) => statusInState[one] === status) ?? 'uncollectible'
  return (
    <StatusBadge tone={tones[state]} note={refundNote({ paid, refunded, currency })}>
      {isPaidOutside(invoice) ? PAID_OUTSIDE : invoiceStatusText(status)}
    </StatusBadge>
  )
}
