import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { ORDER_UPDATED, type OrderStatus, orderStatusLabels } from '@hikmah/contract/orders/words'
import { describeChange, describeDropped } from '@hikmah/contract/organization-plans/rules'
import { organizationName } from '@hikmah/contract/organizations/words'
import { WAITING_FOR_PRICE } from '@hikmah/contract/payments'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useMay, useWrite } from '../../kit/api/data.ts'
import { Banner, FormAlert } from '../../kit/feedback/FormAlert.tsx'
import { confirm, notifyFailure, notifySuccess } from '../../kit/feedback/messages.tsx'
import { GuardedButton } from '../../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../../kit/form/unsaved.ts'
import { useEditForm } from '../../kit/form/useEditForm.tsx'
import { formatDate, NO_CHANGES } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { ButtonLink, Columns, Page, SectionHead } from '../../kit/page/Page.tsx'
import { StaleMark, useProviderAway } from '../../sitemap/StaleMark.tsx'
import { LoadedOrder, useRefresh } from '../LoadedOrder.tsx'
import { OrderLink, OrdersLink } from '../OrderLink.tsx'
import { OrderStatusBadge } from '../OrderStatusBadge.tsx'
import { MAY_NOT_MANAGE, orderNumber, orderStatusMeanings } from '../order-text.ts'
import {
  isChanged,
  ManagedItems,
  orderedQuantities,
  orderPreview,
  type Quantities,
  quantityFields,
  quantityProblems,
  remainingItems,
  useOrderPreview,
} from './ManagedItems.tsx'
import classes from './manage-order.module.css'
import { OrderSummary } from './OrderSummary.tsx'

const route = getRouteApi('/console/order/manage-order')

const day = (at: string) => formatDate(at, 'll')

/** /order/manage-order?id=…: quantities, promo code, status and cancellation of an order. */
export function ManageOrder() {
  const { id, returnUrl } = route.useSearch()
  return <LoadedOrder id={id}>{(order) => <Manage order={order} returnUrl={returnUrl} />}</LoadedOrder>
}

function Manage({ order, returnUrl }: { order: Order; returnUrl: string | undefined }) {
  const navigate = useNavigateOnceSaved()
  const mayManage = useMay('orders.manage')
  const { _id, orderNo, orgId } = order
  const refresh = useRefresh(_id)
  const away = useProviderAway()
  const details = { to: '/order/order-details', search: { id: _id, returnUrl } } as const
  const number = `Order #${orderNumber(orderNo)}`
  const client = useQueryClient()
  // The price that somebody agreed to is the one that is charged.
  const agreed = useRef<number>(undefined)

  async function askForCost(values: Quantities, kept: Order): Promise<boolean> {
    if (!isChanged(values, kept)) return true
    try {
      const { data } = await client.fetchQuery(orderPreview(kept, values))
      agreed.current = data.prorationDate
      return await confirm({
        title: `Update ${number.toLowerCase()}?`,
        body: describeChange(data, day) + kept.planned.map((planned) => describeDropped(planned, day)).join(''),
        action: 'Update order',
        cancel: 'Keep as it is',
        destructive: false,
      })
    } catch (error) {
      notifyFailure(`The payment provider could not calculate the price: ${(error as Error).message.trim()}`)
      return false
    }
  }

  const { form, base, isSaving, isSaved, failure, onSubmit, dialog } = useEditForm(orders.updateOrder, {
    row: order,
    toValues: orderedQuantities,
    fields: quantityFields(order),
    validate: quantityProblems,
    input: (values: Quantities, kept) => ({
      params: { id: kept._id },
      body: { items: remainingItems(values, kept), version: kept.version, prorationDate: agreed.current },
    }),
    mayProceed: askForCost,
    describeOtherSave: () => `Somebody else saved ${number} while you were editing.`,
    success: (_, message) => {
      notifySuccess(message ?? ORDER_UPDATED, number)
      return navigate(details)
    },
  })
  const { values } = form
  const preview = useOrderPreview(base, values, !isSaving && !isSaved)
  const why = mayManage ? order.itemsLockedBecause : MAY_NOT_MANAGE

  function whyNotUpdated(): string | false {
    if (why) return why
    if (away) return away
    if (!isChanged(values, base)) return NO_CHANGES
    if (preview.problem) return preview.problem
    if (preview.error) return `The payment provider could not calculate the price: ${preview.error.message.trim()}`
    return !preview.data && WAITING_FOR_PRICE
  }

  return (
    <Page
      title={`Manage ${number.toLowerCase()}`}
      badge={<OrderStatusBadge status={order.status} inDetails />}
      sub={organizationName(orgId.orgName)}
      trail={[
        <OrdersLink key="all" />,
        <OrderLink key="one" id={_id} returnUrl={returnUrl}>
          #{orderNumber(orderNo)}
        </OrderLink>,
      ]}
      action={
        <>
          <ButtonLink variant="subtle" leftSection={<Icon name="back" />} {...details}>
            Back
          </ButtonLink>
          <CancelOrder order={order} returnUrl={returnUrl} onCancelled={form.resetDirty} />
          <GuardedButton loading={isSaving} reason={whyNotUpdated()} onClick={() => onSubmit()}>
            UPDATE ORDER
          </GuardedButton>
        </>
      }
    >
      <StaleMark asOf={order.checkedAt} onBack={refresh.start} />
      {why && (
        <div className={classes.locked}>
          <Banner tone="warning" text={why} />
        </div>
      )}
      <Columns rail={<OrderSummary order={order} preview={preview} isChanged={isChanged(values, base)} />}>
        <FormAlert error={failure} />
        <ManagedItems order={base} form={form} isLocked={Boolean(why)} />
        <ChangeStatus order={order} />
      </Columns>
      {dialog}
    </Page>
  )
}

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
  // Nothing was billed for an order by staff, so the provider is not asked.
  const isBilled = order.source === 'checkout'
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <GuardedButton
        variant="danger-outline"
        reason={mayManage ? (order.cancelLockedBecause ?? (isBilled && away)) : MAY_NOT_MANAGE}
        onClick={() => setOpen(true)}
      >
        CANCEL ORDER
      </GuardedButton>
      {isOpen && (
        <Suspense>
          <CancelDialog order={order} returnUrl={returnUrl} onCancelled={onCancelled} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Moves the order to its next status. Completing asks first, as nothing can be changed after that. */
export function ChangeStatus({ order: { _id, orderNo, version, nextStatuses } }: { order: Order }) {
  const mayManage = useMay('orders.manage')
  const change = useWrite(orders.changeOrderStatus, {
    success: ({ status }, message) => notifySuccess(message ?? ORDER_UPDATED, orderStatusLabels[status]),
  })
  if (nextStatuses.length === 0) return null

  async function set(status: OrderStatus) {
    const isSure =
      status === 'in-progress' ||
      (await confirm({
        title: `Mark order #${orderNumber(orderNo)} as ${orderStatusLabels[status]}?`,
        body: `${orderStatusMeanings[status]} Its items, promo code and assignees can no longer be changed, and it cannot be canceled.`,
        action: `Mark as ${orderStatusLabels[status]}`,
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
          <div key={status}>
            <GuardedButton
              variant="default"
              loading={change.isPending && change.variables.body.status === status}
              reason={!mayManage && MAY_NOT_MANAGE}
              onClick={() => void set(status)}
            >
              Mark as {orderStatusLabels[status]}
            </GuardedButton>
            <p className="fine">{orderStatusMeanings[status]}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
