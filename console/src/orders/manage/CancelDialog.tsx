import { Dialog, DialogActions, notifySuccess } from '../../kit/feedback/messages.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import '@mantine/core/styles/Radio.layer.css'
import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { MAX_REASON, ORDER_CANCELLED, type RefundChoice } from '@hikmah/contract/orders/words'
import { isWithin } from '@hikmah/contract/words'
import { Button, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { read, useWrite } from '../../kit/api/data.ts'
import { FormAlert } from '../../kit/feedback/FormAlert.tsx'
import { TextArea } from '../../kit/field/TextField.tsx'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { fullRefundText, lastRefundText, orderNumber, refundText, unrefundable } from '../order-text.ts'
import classes from './manage-order.module.css'
import { NotCalculated } from './OrderSummary.tsx'

interface Props {
  order: Order
  returnUrl: string | undefined
  onCancelled: () => void
  onClose: () => void
}

/** Asks why the order is canceled and what is refunded. The message afterwards says what the payment provider did. */
export function CancelDialog({ order, returnUrl, onCancelled, onClose }: Props) {
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const [refund, setRefund] = useState<RefundChoice>()
  const params = { id: order._id }
  const cancel = useWrite(orders.cancelOrder, {
    leave: onCancelled,
    success: (cancelled, message) => {
      notifySuccess(message ?? ORDER_CANCELLED, refundText(cancelled, order))
      onClose()
      return navigate({ to: '/order/order-details', search: { id: order._id, returnUrl } })
    },
  })
  // A cancelled order has no choices any more.
  const isOpen = !cancel.isPending && !cancel.isSuccess
  // Asked again after a refusal, whose reason may be what is left.
  const query = useQuery({
    ...read(orders.readRefundChoices, { params }),
    retry: false,
    staleTime: 0,
    enabled: isOpen,
  })
  const choices = query.data?.data

  function submit(event: FormEvent) {
    event.preventDefault()
    if (why || !refund) return
    cancel.mutate({
      params,
      body: { reason, refund, version: order.version, prorationDate: choices?.prorationDate ?? undefined },
    })
  }

  const refused = cancel.error?.fields
  const why = whyNotReady(reason, refund)
  const number = `#${orderNumber(order.orderNo)}`
  return (
    <Dialog title={`Cancel order ${number}?`} onClose={onClose}>
      <form className={classes.cancel} noValidate onSubmit={submit}>
        <p>
          {order.itemsLockedBecause
            ? 'This closes the order. It cannot be undone.'
            : 'This closes the order and ends its subscription immediately. It cannot be undone.'}
        </p>
        <TextArea
          label="Reason"
          required
          data-autofocus
          max={MAX_REASON}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={refused?.reason}
        />
        {query.error && <NotCalculated error={query.error} onRetry={query.refetch} />}
        {!choices && !query.error && <LoadingLines name="the refund" lines={3} />}
        {choices && (
          <Radio.Group
            label="Refund"
            required
            value={refund ?? null}
            onChange={(to) => setRefund(to as RefundChoice)}
            error={refused?.refund}
          >
            <div className={classes.choices}>
              <Radio value="none" label="No refund" />
              {choices.full !== null && <Radio value="full" label={fullRefundText(choices)} />}
              {choices.last && <Radio value="last" label={lastRefundText(choices.last, choices.currency)} />}
              {choices.prorated !== null && (
                <Radio
                  value="prorated"
                  label={`Unused time only, ${formatMoney(choices.prorated, choices.currency)}`}
                />
              )}
            </div>
          </Radio.Group>
        )}
        {choices && unrefundable(choices).map((text) => <p key={text}>{text}</p>)}
        {!refused?.reason && !refused?.refund && <FormAlert error={cancel.error} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Keep the order
          </Button>
          <SubmitButton variant="danger" isQuiet loading={cancel.isPending} reason={why}>
            Cancel the order
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function whyNotReady(reason: string, refund: RefundChoice | undefined): string | false {
  if (reason.trim() === '') return 'Enter a reason for the cancellation'
  if (!isWithin(reason.trim(), MAX_REASON)) return `At most ${MAX_REASON} characters in the reason`
  return !refund && 'Choose what to refund'
}
