import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { GuestCheckout } from '@hikmah/contract/orders/schemas'
import { CHECKOUT_LINKED } from '@hikmah/contract/orders/words'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { payerOf } from './GuestCheckouts.tsx'
import { LinkDialog } from './LinkDialog.tsx'

export function LinkCheckout({ checkout, onClose }: { checkout: GuestCheckout; onClose: () => void }) {
  const { id, email, amount, currency, suggestion } = checkout
  const link = useWrite(orders.linkCheckout, {
    success: ({ orderNo }, message) => {
      notifySuccess(message ?? CHECKOUT_LINKED, `Order ${orderNo}`)
      onClose()
    },
  })
  return (
    <LinkDialog
      name={payerOf(checkout)}
      suggestion={suggestion}
      link={link}
      onLink={({ _id }) => link.mutate({ params: { id }, body: { orgId: _id } })}
      onClose={onClose}
    >
      {[formatMoney(amount, currency), email].filter(Boolean).join(', ')}. This checkout becomes an order of the
      organization. A link cannot be undone.
    </LinkDialog>
  )
}
