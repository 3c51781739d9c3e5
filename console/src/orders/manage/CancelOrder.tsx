import type { Order } from '@hikmah/contract/orders/schemas'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../kit/api/current-user.ts'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { useProviderAway } from '../../sitemap/payment-provider.ts'
import { MAY_NOT_MANAGE } from '../order-words.ts'

// Loaded on demand: no other part of the page needs it.
const CancelDialog = lazy(() => import('./CancelDialog.tsx').then((it) => ({ default: it.CancelDialog })))

interface Props {
  order: Order
  returnUrl: string | undefined
  /** Before leaving the page: unsaved edits no longer matter. */
  onCancelled: () => void
}

export function CancelOrder({ order, returnUrl, onCancelled }: Props) {
  const mayManage = useMay('orders.manage')
  const away = useProviderAway()
  // Of an order by staff nothing was billed, so the provider is not asked.
  const isBilled = order.source === 'checkout'
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SubmitButton
        type="button"
        variant="danger-outline"
        isQuiet
        reason={mayManage ? (order.lockedBecause ?? (isBilled && away)) : MAY_NOT_MANAGE}
        onClick={() => setOpen(true)}
      >
        CANCEL ORDER
      </SubmitButton>
      {isOpen && (
        <Suspense>
          <CancelDialog order={order} returnUrl={returnUrl} onCancelled={onCancelled} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
