import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { ORDER_UPDATED, type OrderStatus } from '@hikmah/contract/orders/words'
import { useMay } from '../../kit/api/current-user.ts'
import { useWrite } from '../../kit/api/data.ts'
import { confirm } from '../../kit/feedback/confirm.tsx'
import { notifySuccess } from '../../kit/feedback/notify.ts'
import { FormAlert } from '../../kit/form/FormAlert.tsx'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import { statusLabels } from '../order-status.ts'
import { MAY_NOT_MANAGE, numberOf } from '../order-words.ts'
import classes from './manage-order.module.css'

/** Moves the order to its next status. Completing asks first, as nothing can be changed after that. */
export function ChangeStatus({ order: { _id, orderNo, version, nextStatuses } }: { order: Order }) {
  const mayManage = useMay('orders.manage')
  const change = useWrite(orders.changeOrderStatus, {
    success: ({ status }, message) => notifySuccess(message ?? ORDER_UPDATED, statusLabels[status]),
  })
  if (nextStatuses.length === 0) return null

  async function set(status: OrderStatus) {
    const isSure =
      status === 'in-progress' ||
      (await confirm({
        title: `Set order #${numberOf(orderNo)} to ${statusLabels[status]}?`,
        body: 'Its items, promo code and assignees cannot be changed any more, and it cannot be cancelled.',
        action: `Set to ${statusLabels[status]}`,
        destructive: false,
      }))
    if (isSure) change.mutate({ params: { id: _id }, body: { status, version } })
  }

  return (
    <section className={classes.status} aria-label="Status">
      <SectionHead title="Status" />
      <FormAlert error={change.error} />
      <div className={classes.beside}>
        {nextStatuses.map((status) => (
          <SubmitButton
            key={status}
            type="button"
            variant="default"
            isQuiet
            loading={change.isPending && change.variables.body.status === status}
            reason={!mayManage && MAY_NOT_MANAGE}
            onClick={() => void set(status)}
          >
            Set to {statusLabels[status]}
          </SubmitButton>
        ))}
      </div>
    </section>
  )
}
