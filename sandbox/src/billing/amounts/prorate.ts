import { invalid } from '../../errors.ts'
import { add } from '../../events/emit.ts'
import { flag, integer, list, mergeMetadata, metadata, object, type Taken, text } from '../../params.ts'
import {
  type InvoiceItem,
  type InvoiceLine,
  newId,
  type Price,
  type Subscription,
  type SubscriptionItem,
} from '../../records.ts'
import { embed } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'
import { leftOf } from './discounts.ts'
import { itemLine, itemParent, itemPrice, line, newItem, periodAround, priced, pricing, productName } from './items.ts'
import { amountOf, day, rounded } from './money.ts'

const CHANGED_ITEM = { id: text, price: text, quantity: integer, deleted: flag, metadata }
export const CHANGED_ITEMS = list(object(CHANGED_ITEM))
export type ChangedItem = Taken<typeof CHANGED_ITEM>

type Options = { prorate: boolean; at: number; resetAnchor: boolean }

/** An item as it is, the change of it, and its price from now on: there is none where it is removed. */
type Wanted = { item?: SubscriptionItem; change?: ChangedItem; price?: Price }

/**
 * Changes the items of a subscription. What was paid and is not used becomes a negative invoice item, what is used and
 * not paid a positive one, by the second. Where no item keeps the rhythm of before, a new one begins, and all of it is
 * due at once: `dueNow`.
 */
export function changeItems(sandbox: Sandbox, subscription: Subscription, changes: ChangedItem[], options: Options) {
  const wanted = wantedItems(sandbox, subscription, changes)
  const before = subscription.items.data
  const keepsRhythm = wanted.some(({ price }) => price && before.some((item) => isSameRhythm(item.price, price)))
  const isTrial = subscription.status === 'trialing'
  const resets = !isTrial && (options.resetAnchor || !keepsRhythm)
  const anchored = resets ? { ...subscription, billing_cycle_anchor: options.at } : subscription

  const items: SubscriptionItem[] = []
  const dueNow: InvoiceLine[] = []
  for (const each of wanted) {
    const { item } = each
    const next = nextItem(sandbox, anchored, each, resets, options.at)
    if (next) items.push(next)
    const isTouched = resets || !item || !next || item.price.id !== next.price.id || item.quantity !== next.quantity
    if (!isTouched || isTrial) continue
    if (item && options.prorate) addProration(sandbox, subscription, item, options.at, 'Unused time on')
    if (next && resets) dueNow.push(itemLine(sandbox, anchored, next))
    else if (next && options.prorate) addProration(sandbox, subscription, next, options.at, 'Remaining time on')
  }
  return { subscription: { ...anchored, items: embed(items, subscription.items.url) }, dueNow }
}

function wantedItems(sandbox: Sandbox, { items, currency }: Subscription, changes: ChangedItem[]): Wanted[] {
  for (const { id } of changes) {
    if (id && !items.data.some((item) => item.id === id)) throw invalid(`No such subscription item: '${id}'`, 'items')
  }
  const priceOf = (change?: ChangedItem, item?: SubscriptionItem) => {
    if (change?.deleted) return undefined
    return change?.price || !item ? itemPrice(sandbox, change?.price, currency) : item.price
  }
  const kept = items.data.map((item) => {
    const change = changes.find(({ id }) => id === item.id)
    return { item, change, price: priceOf(change, item) }
  })
  const added = changes.filter(({ id }) => !id).map((change) => ({ change, price: priceOf(change) }))
  if (![...kept, ...added].some(({ price }) => price)) {
    throw invalid('A subscription must have at least one active plan.', 'items')
  }
  return [...kept, ...added]
}

function nextItem(
  sandbox: Sandbox,
  subscription: Subscription,
  { item, change, price }: Wanted,
  resets: boolean,
  at: number,
): SubscriptionItem | undefined {
  if (!price) return undefined
  const isKept = item && !resets && isSameRhythm(item.price, price)
  // In a trial everything has the period of the trial.
  const model = isKept ? item : subscription.status === 'trialing' ? subscription.items.data[0] : undefined
  const period = model
    ? { start: model.current_period_start, end: model.current_period_end }
    : periodAround(subscription.billing_cycle_anchor, price, at)
  if (!item) {
    return newItem(sandbox, subscription.id, price, period, { quantity: change?.quantity, metadata: change?.metadata })
  }
  return {
    ...item,
    ...priced(price),
    current_period_end: period.end,
    current_period_start: period.start,
    metadata: mergeMetadata(item.metadata, change?.metadata),
    quantity: change?.quantity ?? item.quantity,
  }
}

const isSameRhythm = (a: Price, b: Price) =>
  a.recurring?.interval === b.recurring?.interval && a.recurring?.interval_count === b.recurring?.interval_count

function addProration(
  sandbox: Sandbox,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
  words: 'Unused time on' | 'Remaining time on',
): InvoiceItem | undefined {
  const { current_period_start: start, current_period_end: end, price } = item
  const quantity = item.quantity ?? 1
  const isCredit = words === 'Unused time on'
  const list = amountOf(sandbox, price, quantity)
  const whole = isCredit ? paidFor(sandbox, subscription, item, list) : list
  const part = rounded(whole * Math.max(0, end - at), end - start)
  if (part === 0) return undefined
  const name = productName(sandbox, price)
  const amount = isCredit ? -part : part
  return add<InvoiceItem>(
    sandbox,
    {
      id: newId('ii'),
      object: 'invoiceitem',
      amount,
      currency: price.currency,
      customer: subscription.customer,
      customer_account: null,
      date: at,
      description: `${words} ${quantity === 1 ? '' : `${quantity} × `}${name} after ${day(at)}`,
      // What was taken off is not credited in the first place.
      discountable: !isCredit,
      discounts: [],
      invoice: null,
      livemode: false,
      metadata: {},
      net_amount: amount,
      parent: {
        subscription_details: { subscription: subscription.id, subscription_item: item.id },
        type: 'subscription_details',
      },
      period: { start: at, end },
      pricing: pricing(price),
      proration: true,
      quantity,
      quantity_decimal: String(quantity),
      tax_rates: [],
      test_clock: null,
    },
    'invoiceitem.created',
  )
}

/** What the rest of the period of an item was billed at last: its price less what the discounts of that invoice took off. */
function paidFor({ store }: Sandbox, subscription: Subscription, item: SubscriptionItem, list: number) {
  const billed = store
    .all('invoice')
    .filter(({ parent, status }) => parent?.subscription_details?.subscription === subscription.id && status !== 'void')
    .flatMap(({ lines }) => lines.data)
    .findLast(({ parent, period, amount }) => {
      const of = parent?.subscription_item_details
      return of?.subscription_item === item.id && period.end === item.current_period_end && amount > 0
    })
  return billed ? rounded(list * leftOf(billed), billed.amount) : list
}

export function creditRest(sandbox: Sandbox, subscription: Subscription, at: number) {
  for (const item of subscription.items.data) addProration(sandbox, subscription, item, at, 'Unused time on')
}

/** What waits for the next invoice, as its lines; `bill` has to note the invoice on each. */
export function pendingLines({ store }: Sandbox, subscription: Subscription): InvoiceLine[] {
  return pendingItems(store, subscription).flatMap((item) => {
    const price = store.find('price', item.pricing?.price_details?.price ?? '')
    const parent = itemParent(subscription.id, item.parent?.subscription_details?.subscription_item ?? '', item.id)
    if (!price) return []
    const { amount, quantity, period, description, discountable } = item
    const fields = { amount, description, period, parent, subscription: subscription.id }
    return { ...line(price, quantity, fields), discountable }
  })
}

export function notePending({ store }: Sandbox, subscription: Subscription, invoice: string) {
  for (const item of pendingItems(store, subscription)) store.save({ ...item, invoice })
}

const pendingItems = (store: Sandbox['store'], { id }: Subscription) =>
  store
    .all('invoiceitem')
    .filter((item) => item.invoice === null && item.parent?.subscription_details?.subscription === id)
