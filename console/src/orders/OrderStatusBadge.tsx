import { type OrderStatus, orderStatusLabels, type PaymentState } from '@hikmah/contract/orders/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

/** Shapes by progress: the tones' own shapes would mislead for an order. */
const looks: Record<OrderStatus, { tone: Tone; glyph: GlyphName }> = {
  new: { tone: 'invite', glyph: 'dashed' },
  'in-progress': { tone: 'discontinued', glyph: 'half' },
  completed: { tone: 'success', glyph: 'check' },
  done: { tone: 'success', glyph: 'check' },
  closed: { tone: 'failed', glyph: 'cross' },
}

interface Props {
  status: OrderStatus
  /** On the page of an order: green when it is completed, otherwise purple. */
  inDetails?: boolean
  bare?: boolean
}

export function OrderStatusBadge({ status, inDetails, bare }: Props) {
  const { tone, glyph } = looks[status]
  return (
    <StatusBadge tone={inDetails && tone !== 'success' ? 'order' : tone} glyph={glyph} bare={bare}>
      {orderStatusLabels[status]}
    </StatusBadge>
  )
}

const payments: Record<PaymentState, { tone: Tone; text: string }> = {
  paid: { tone: 'success', text: 'Paid' },
  due: { tone: 'discontinued', text: 'Due' },
  failed: { tone: 'failed', text: 'Failed' },
  // The customer's word for an order without a known invoice. It does not prove a payment, so it does not have its color.
  none: { tone: 'discontinued', text: 'Paid' },
}

/** `note`: what of it went back. */
export function PaymentBadge({ payment, note }: { payment: PaymentState; note?: string }) {
  const { tone, text } = payments[payment]
  return (
    <StatusBadge tone={tone} note={note}>
      {text}
    </StatusBadge>
  )
}
