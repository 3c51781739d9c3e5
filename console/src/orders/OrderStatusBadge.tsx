import { type OrderStatus, orderStatusLabels, type PaymentState } from '@hikmah/contract/orders/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<OrderStatus, Tone> = {
  new: 'invite',
  'in-progress': 'discontinued',
  completed: 'success',
  done: 'success',
  closed: 'failed',
}

/** Shapes by progress: the tones' own shapes would mislead for an order. */
const glyphs: Record<OrderStatus, GlyphName> = {
  new: 'dashed',
  'in-progress': 'half',
  completed: 'check',
  done: 'check',
  closed: 'cross',
}

interface Props {
  status: OrderStatus
  /** On the page of an order: green when it is completed, otherwise purple. */
  inDetails?: boolean
  bare?: boolean
}

export const OrderStatusBadge = ({ status, inDetails, bare }: Props) => (
  <StatusBadge
    tone={inDetails && tones[status] !== 'success' ? 'order' : tones[status]}
    glyph={glyphs[status]}
    bare={bare}
  >
    {orderStatusLabels[status]}
  </StatusBadge>
)

const payments: Record<PaymentState, { tone: Tone; text: string }> = {
  paid: { tone: 'success', text: 'Paid' },
  due: { tone: 'discontinued', text: 'Due' },
  failed: { tone: 'failed', text: 'Failed' },
  // The customer's word for an order without a known invoice. It does not prove a payment, so it does not have its color.
  none: { tone: 'discontinued', text: 'Paid' },
}

export function PaymentBadge({ payment }: { payment: PaymentState }) {
  const { tone, text } = payments[payment]
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}
