import {
  type InvoiceRow,
  type InvoiceState,
  invoiceStates,
  invoiceStateText,
  statusInState,
} from '@hikmah/contract/finance'
import { type Invoice, invoiceStatusText, isPaidOutside, PAID_OUTSIDE, refundNote } from '@hikmah/contract/invoices'
import { describeDecline } from '@hikmah/contract/open-invoices'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate, type Instant, plural } from '../kit/format/texts.ts'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<InvoiceState, Tone> = {
  due: 'discontinued',
  overdue: 'warning',
  paid: 'success',
  failed: 'failed',
  uncollectible: 'discontinued',
}

interface Tries {
  tries: number
  next: Instant | null
  decline: string
}

/** Of an open invoice: how often it was tried, when it is next, and why it failed. */
const triesNote = ({ tries, next, decline }: Tries) =>
  [
    tries > 0 && plural(tries, 'try', 'tries'),
    next && `next ${formatDate(next, 'MMM D')}`,
    decline && describeDecline(decline),
  ]
    .filter(Boolean)
    .join(', ')

/** The state of bookkeeping, where an open invoice may be overdue. */
export const InvoiceStateBadge = ({ status, amountPaid: paid, ...row }: InvoiceRow) => (
  <StatusBadge
    tone={tones[status]}
    note={
      statusInState[status] === 'open'
        ? triesNote({ tries: row.attemptCount, next: row.nextAttemptAt, decline: row.decline })
        : movedNote({ ...row, paid })
    }
  >
    {invoiceStateText(status)}
  </StatusBadge>
)

/** The status at the payment provider. */
export function InvoiceStatusBadge(invoice: Invoice) {
  const { status, amount_paid: paid, next_payment_attempt: next } = invoice
  const state = invoiceStates.find((one) => statusInState[one] === status) ?? 'uncollectible'
  return (
    <StatusBadge
      tone={tones[state]}
      note={
        status === 'open'
          ? triesNote({ tries: invoice.attempt_count, next: next && next * 1000, decline: invoice.decline })
          : movedNote({ ...invoice, paid })
      }
    >
      {isPaidOutside(invoice) ? PAID_OUTSIDE : invoiceStatusText(status)}
    </StatusBadge>
  )
}

type Moved = Pick<InvoiceRow, 'refunded' | 'disputed' | 'lost' | 'currency'> & { paid: number }

const movedNote = ({ paid, refunded, currency, disputed, lost }: Moved) =>
  [refundNote({ paid, refunded, currency }), disputed > 0 && 'Disputed', lost > 0 && 'Dispute lost']
    .filter(Boolean)
    .join(', ')
