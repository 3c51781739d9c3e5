import { MAY_NOT_REFUND } from '@hikmah/contract/refunds'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../kit/api/data.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { Drawing } from '../kit/icons/public-icons.tsx'
import { useProviderAway } from '../sitemap/StaleMark.tsx'

/** What is refunded of. */
export interface RefundSubject {
  kind: 'order' | 'invoice'
  id: string
  /** Such as `order #10482`, and a sentence below it. */
  name: string
  text: string
}

/** What the dialog begins with: a payment, or a refund that failed. */
export interface RefundStart {
  paymentId?: string | undefined
  amount?: number
  reason?: string
}

// Loaded on demand: no other part of a page needs it.
const RefundDialog = lazy(() => import('./RefundDialog.tsx').then((it) => ({ default: it.RefundDialog })))

/** The button of a page, another beside a payment or a refund that failed, and the dialog that both open. */
export function useRefund(subject: RefundSubject) {
  const may = useMay('billing.manage')
  const away = useProviderAway()
  const [start, setStart] = useState<RefundStart>()
  return {
    button: (
      <GuardedButton
        variant="default"
        leftSection={<Drawing path="M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M6 3.5l-3 3 3 3" />}
        reason={may ? away : MAY_NOT_REFUND}
        onClick={() => setStart({})}
      >
        Refund
      </GuardedButton>
    ),
    retry: (from: RefundStart, label = 'Retry') =>
      may && (
        <Button variant="default" size="compact-xs" onClick={() => setStart(from)}>
          {label}
        </Button>
      ),
    dialog: start && (
      <Suspense>
        <RefundDialog subject={subject} start={start} onClose={() => setStart(undefined)} />
      </Suspense>
    ),
  }
}
