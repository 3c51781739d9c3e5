import type Stripe from 'stripe'
import { invalid } from '../../kit/errors/refusal.ts'
import { invoiceParts } from './billing.ts'
import type { PaymentProvider, Use } from './provider.ts'
import { collectAll, idOf, requireId, undefinedIfMissing } from './requests.ts'
import { keepDiscounts, release, releaseSubscription } from './schedules.ts'

/** At once, without an invoice for the time used. One that has ended is fine. */
export const endSubscription = (stripe: PaymentProvider, subscription: string) =>
  undefinedIfMissing(
    stripe.ask('work', (sdk) =>
      sdk.subscriptions.cancel(requireId(subscription), { invoice_now: false, prorate: false }),
    ),
  )

/** Replaces the promo codes in force; none where it is null. */
export async function setPromo(
  stripe: PaymentProvider,
  subscription: string,
  promotionCode: string | null,
  key: string,
) {
  const updated = await stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(
      requireId(subscription),
      { discounts: promotionCode ? [{ promotion_code: requireId(promotionCode) }] : '' },
      { idempotencyKey: key },
    ),
  )
  await keepDiscounts(stripe, updated, key)
}

/** Another price or quantity of items, or their removal. Omitted fields stay. */
export interface ItemsChange {
  subscription: string
  items: ({ id: string } & Pick<Stripe.SubscriptionUpdateParams.Item, 'price' | 'quantity' | 'deleted'>)[]
  /** Epoch seconds from which it counts, shared by preview and change. */
  prorationDate: number
}

const chargedAtOnce = ({ items, prorationDate }: ItemsChange) => ({
  items: items.map((item) => ({
    ...item,
    id: requireId(item.id),
    ...(item.price !== undefined && { price: requireId(item.price) }),
  })),
  proration_behavior: 'always_invoice' as const,
  proration_date: prorationDate,
})

/** A change at the same `prorationDate` is charged the same. */
export const previewItems = (stripe: PaymentProvider, change: ItemsChange): Promise<Stripe.Invoice> =>
  stripe.ask('page', (sdk) =>
    sdk.invoices.createPreview({
      subscription: requireId(change.subscription),
      subscription_details: chargedAtOnce(change),
    }),
  )

/** What comes after the change: its renewal, without what is prorated now. Null where nothing renews. */
async function previewRenewal(stripe: PaymentProvider, change: ItemsChange) {
  const invoice = await undefinedIfMissing(
    stripe.ask('page', (sdk) =>
      sdk.invoices.createPreview({
        subscription: requireId(change.subscription),
        preview_mode: 'recurring',
        subscription_details: { ...chargedAtOnce(change), proration_behavior: 'none' },
      }),
    ),
  )
  const periods = invoice?.lines.data.map(({ period }) => period) ?? []
  if (!invoice || periods.length === 0) return null
  const earliest = (seconds: number[]) => new Date(Math.min(...seconds) * 1000)
  return {
    at: earliest(periods.map(({ start }) => start)),
    amount: invoice.total,
    followedAt: earliest(periods.map(({ end }) => end)),
  }
}

const utcDay = (moment: Date) => moment.toISOString().slice(0, 10)

/** The change and what follows it. One that is ending does not renew. */
export async function previewChange(
  stripe: PaymentProvider,
  change: ItemsChange,
  { renewsAt, isEnding }: { renewsAt: Date | null; isEnding: boolean },
  planOf?: (priced: Priced) => string,
) {
  const [invoice, renewal] = await Promise.all([
    previewItems(stripe, change),
    isEnding ? null : previewRenewal(stripe, change),
  ])
  const moves = renewal && renewsAt && utcDay(renewal.at) !== utcDay(renewsAt)
  return {
    ...previewParts(invoice, planOf),
    prorationDate: change.prorationDate,
    next: renewal && {
      at: renewal.at.toISOString(),
      amount: renewal.amount,
      followedAt: renewal.followedAt.toISOString(),
      movedFrom: moves ? renewsAt.toISOString() : null,
    },
  }
}

export function previewParts(invoice: Stripe.Invoice, planOf: (priced: Priced) => string = () => '') {
  const { subtotal, discount, tax, total } = invoiceParts(invoice)
  return {
    currency: invoice.currency,
    lines: invoice.lines.data.map((line) => ({ description: describeLine(line, planOf), amount: line.amount })),
    subtotal,
    discount,
    tax,
    total,
    amountDue: invoice.amount_due,
    isInvoiceSent: invoice.collection_method === 'send_invoice',
  }
}

interface Priced {
  productId: string
  priceId: string
}

/** The provider may call all plans of a product the same. */
function describeLine({ description, pricing }: Stripe.InvoiceLineItem, planOf: (priced: Priced) => string) {
  const words = description ?? ''
  const { product, price } = pricing?.price_details ?? {}
  const plan = product && price ? planOf({ productId: product, priceId: idOf(price)! }) : ''
  return words.includes(plan) ? words : `${words}, ${plan}`
}

/** Charged at once; when the card is refused, nothing has changed. What was planned for later would undo it, and goes. */
export async function updateItems(stripe: PaymentProvider, change: ItemsChange, key: string) {
  const updated = await stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(
      requireId(change.subscription),
      { ...chargedAtOnce(change), payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: key },
    ),
  )
  const planned = idOf(updated.schedule)
  if (planned) await release(stripe, planned)
  return updated
}

/** The provider cancels no subscription that has a schedule. */
export async function cancelAtPeriodEnd(stripe: PaymentProvider, subscription: string, key: string) {
  await releaseSubscription(stripe, subscription)
  return stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(requireId(subscription), { cancel_at_period_end: true }, { idempotencyKey: key }),
  )
}

/** Whether it was to end with its period or on a day. */
export const resume = (stripe: PaymentProvider, subscription: string, endsOnDay: boolean, key: string) =>
  stripe.ask('work', (sdk) =>
    sdk.subscriptions.update(requireId(subscription), endsOnDay ? { cancel_at: '' } : { cancel_at_period_end: false }, {
      idempotencyKey: key,
    }),
  )

export const previewNextInvoice = (stripe: PaymentProvider, subscription: string) =>
  stripe.ask('page', (sdk) => sdk.invoices.createPreview({ subscription: requireId(subscription) }))

interface Period {
  currentPeriodStart: Date
  currentPeriodEnd: Date
}

const toSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Now, limited to the period shared by all items, since the provider's clock may differ from ours. */
export function prorationDateOf(items: Period[], now: Date): number {
  const start = Math.max(...items.map((item) => toSeconds(item.currentPeriodStart)))
  const end = Math.min(...items.map((item) => toSeconds(item.currentPeriodEnd)))
  return Math.max(start, Math.min(toSeconds(now), end - 1))
}

const GOOD_FOR_S = 3600

/** A preview is good for an hour: with an older date the change would be charged as if made back then. */
export function assertRecent(given: number, now: number) {
  if (given > now || given < now - GOOD_FOR_S)
    throw invalid('prorationDate', 'This amount is out of date. Check it again.')
}

/** The provider adds what a coupon applies to only on request. */
const COUPON = ['promotion.coupon.applies_to']

export const readPromotionCode = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.promotionCodes.retrieve(requireId(id), { expand: COUPON })))

/** Ignores case. A code is unique only among the active ones of a customer. */
export async function findPromotionCodes(stripe: PaymentProvider, use: Use, code: string) {
  const candidates = await collectAll(stripe, use, (sdk, paging) =>
    sdk.promotionCodes.list({ ...paging, code, expand: COUPON.map((path) => `data.${path}`) }),
  )
  return candidates.filter((promotion) => promotion.code.toLowerCase() === code.toLowerCase())
}

const MAX_LOOKED_THROUGH = 100

/** The provider finds whole codes only: of its newest active ones those spelled nearly so, the nearest first. */
export async function findNearPromotionCodes(stripe: PaymentProvider, text: string) {
  const typed = text.toUpperCase()
  const { data } = await stripe.ask('page', (sdk) =>
    sdk.promotionCodes.list({
      active: true,
      limit: MAX_LOOKED_THROUGH,
      expand: COUPON.map((path) => `data.${path}`),
    }),
  )
  return data
    .map((code) => ({ code, apart: lettersApart(typed, code.code.toUpperCase()) }))
    .filter(({ apart }) => apart <= Math.max(1, typed.length / 4))
    .sort((a, b) => a.apart - b.apart)
    .map(({ code }) => code)
}

const SHORTEST_BEGINNING = 4

/** Letters to add, drop, change or swap; one where the shorter is the beginning of the longer. */
function lettersApart(a: string, b: string): number {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (shorter.length >= SHORTEST_BEGINNING && longer.startsWith(shorter)) return 1
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}

/** One that the provider no longer has is as good as inactive. */
export async function deactivatePromotionCode(stripe: PaymentProvider, id: string, key: string): Promise<void> {
  await undefinedIfMissing(
    stripe.ask('work', (sdk) => sdk.promotionCodes.update(requireId(id), { active: false }, { idempotencyKey: key })),
  )
}

/** Undefined for a coupon that was not requested or is deleted. */
export const couponOf = ({ promotion }: Stripe.PromotionCode) =>
  typeof promotion.coupon === 'object' && promotion.coupon !== null ? promotion.coupon : undefined
