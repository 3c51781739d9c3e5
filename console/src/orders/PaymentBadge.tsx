import type { PaymentState } from '@hikmah/contract/orders/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const payments: Record<PaymentState, { tone: Tone; text: string }> = {
  paid: { tone: 'success', text: 'Paid' },
  due: { tone: 'discontinued', text: 'Due' },
  failed: { tone: 'failed', text: 'Failed' },
  // The customer's word for an order without a known invoice. It is no proof of a payment, so it has not its colour.
  none: { tone: 'discontinued', text: 'Paid' },
}

export function PaymentBadge({ payment }: { payment: PaymentState }) {
  const { tone, text } = payments[payment]
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}
