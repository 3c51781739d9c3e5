import { stateCode } from '@hikmah/contract/addresses'
import { formatMoney } from '@hikmah/contract/money'
import type { Order, OrderItem, OrderRow, RefundChoices } from '@hikmah/contract/orders/schemas'
import {
  describeDispute,
  isInStage,
  isRefundUnderWay,
  type OrderStatus,
  type RefundStatus,
} from '@hikmah/contract/orders/words'
import { capitalized } from '@hikmah/contract/words'
import { serverNow } from '../kit/format/server-time.ts'
import { ageText, formatDate, type Instant, joinByAnd, plural } from '../kit/format/texts.ts'

export const MAY_NOT_MANAGE = 'Only owners and admins can change orders'

export const orderStatusMeanings: Record<OrderStatus, string> = {
  new: 'Placed. Nobody has started on it.',
  'in-progress': 'Somebody is preparing or shipping it.',
  completed: 'Delivered and in use. Money can still move.',
  done: 'Staff have nothing left to do. Subscriptions go on.',
  closed: 'Canceled. Its subscriptions have ended.',
}

/** The customer's design shows the number without its sign. */
export const orderNumber = (orderNo: string) => orderNo.replace(/^#/, '')

/** DEENSCREEN Standard */
export const itemName = ({ name, planType }: Pick<OrderItem, 'name' | 'planType'>) =>
  [name.toUpperCase(), planType && capitalized(planType)].filter(Boolean).join(' ')

const isOver = (status: OrderStatus) => !isInStage('pending', status)

type Dated = Pick<OrderItem, 'dueDate' | 'startDate'>

/** An item ordered by staff is due on the day they chose, from the reader's own midnight on. */
export const dueInstant = ({ dueDate, startDate }: Dated): Instant | null =>
  startDate ? new Date(`${startDate}T00:00`).getTime() : dueDate

/** A chosen day is late once it is over. */
function lateSince(item: Dated): number {
  const due = new Date(dueInstant(item) ?? Number.NaN)
  if (item.startDate) due.setDate(due.getDate() + 1)
  return due.getTime()
}

export const isLate = (item: Dated & Pick<OrderItem, 'status'>) =>
  !isOver(item.status) && lateSince(item) <= serverNow()

/** By its subscription, for as long as that runs. */
const isBilledAgain = ({ frequency, startDate }: OrderItem) => frequency !== 'once' && !startDate

/** What its subscription billed ended with that, and is late no more. */
export const endedWith = (item: OrderItem, endedAt: string | null): string | null =>
  isBilledAgain(item) ? endedAt : null

/** 3 d late */
export const lateText = (item: Dated) => `${ageText(lateSince(item))} late`

/** The assigned devices; the others are only ordered. */
export const sentDevices = ({ devices }: Pick<OrderItem, 'devices'>) =>
  devices.filter(({ assignedAt }) => assignedAt !== null)

export const isAssigned = (item: OrderItem) =>
  item.appStream ? sentDevices(item).length >= item.qty : item.assignee !== null

/** 4 items, 2 unassigned. Items that are over count as assigned. */
export function itemsText(items: OrderItem[]): string {
  const open = items.filter((item) => !isOver(item.status) && !isAssigned(item)).length
  return [plural(items.length, 'item'), open > 0 && `${open} unassigned`].filter(Boolean).join(', ')
}

export const placeText = ({ city, state }: { city: string; state: string }) =>
  [city, state && stateCode(state)].filter(Boolean).join(', ')

/** 1900 Sample Pkwy, Plano, TX 75074 */
export const shippingText = ({ line1, city, state, postal_code }: OrderRow['shippingAddress']) =>
  [line1, [placeText({ city, state }), postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** The refunds of a cancellation with the provider's status. A refund made at the provider has no `by`. */
export function refundText(
  { money, currency }: Pick<Order, 'money' | 'currency'>,
  before: Pick<Order, 'money'>,
): string {
  const sumIn = (entries: Order['money'], isMeant: (status: RefundStatus) => boolean) =>
    entries
      .filter(({ kind, by, status }) => kind === 'refund' && by !== '' && status && isMeant(status))
      .reduce((sum, { amount }) => sum - (amount ?? 0), 0)
  const sumOf = (isMeant: (status: RefundStatus) => boolean) => sumIn(money, isMeant) - sumIn(before.money, isMeant)
  const [refunded, pending] = [sumOf((status) => status === 'succeeded'), sumOf(isRefundUnderWay)]
  const parts = [
    refunded > 0 && `${formatMoney(refunded, currency)} refunded`,
    pending > 0 && `${formatMoney(pending, currency)} refund pending`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Nothing was refunded'
}

/** What this order cost, less the credit of $18.00 and $30.00 refunded or credited before: $50.00, Oct 31, 2025 */
export function fullRefundText({ full, credited, returned, lost, disputed, currency, paidAt }: RefundChoices): string {
  const money = (of: number) => formatMoney(of, currency)
  const less = [
    credited > 0 && `the credit of ${money(credited)}`,
    returned > 0 && `${money(returned)} refunded or credited before`,
    lost > 0 && `${money(lost)} taken back by the bank`,
    disputed > 0 && `${money(disputed)} held by the bank`,
  ].filter((one) => one !== false)
  const rest = less.length > 0 ? `less ${joinByAnd(less)}: ` : ''
  return `What this order cost, ${rest}${money(full ?? 0)}${paidAt ? `, ${formatDate(paidAt, 'll')}` : ''}`
}

export const lastRefundText = ({ amount, paidAt }: NonNullable<RefundChoices['last']>, currency: string) =>
  `The last payment, ${formatMoney(amount, currency)}, ${formatDate(paidAt, 'll')}`

export function unrefundable({ full, fromCredit, returned, lost, disputed, currency }: RefundChoices): string[] {
  const money = (of: number) => formatMoney(of, currency)
  return [
    disputed > 0 && describeDispute(disputed, currency),
    full === null && lost > 0 && `The customer’s bank took back ${money(lost)} in a dispute.`,
    full === null && returned > 0 && `${money(returned)} was refunded or credited before.`,
    fromCredit > 0 && `${money(fromCredit)} of the order was paid from the customer’s credit, which does not go back.`,
  ].filter((text) => text !== false)
}
