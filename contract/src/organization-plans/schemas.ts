import { z } from 'zod'
import { BoundedText, Id, PatternText, Timestamp } from '../common.ts'

export const NO_PLANS = 'No Plans added'
export const NO_PLANS_TEXT = 'Added Plans will be displayed and managed here'

export const PLAN_CHANGED = 'Plan Changed Successfully!'
export const PLAN_CANCELLED = 'Plan Cancelled Successfully!'
export const PLAN_RESUMED = 'Plan Resumed Successfully!'

/** Green; anything else is said as it is, in red (PLN-06). */
export const isActivePlan = (status: string) => status === 'active' || status === 'trialing'

/** `active` and `trialing` are Active, `past_due` is Past due, and `canceled` is spelt as in our messages. */
export function planStatusText(status: string): string {
  if (isActivePlan(status)) return 'Active'
  if (status === 'canceled') return 'Cancelled'
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const MAX_PLAN_QUANTITY = 10_000

export const SubscriptionId = PatternText(68, /^sub_\w{3,64}$/, 'Enter a subscription id like sub_1QmStdMo29')
export const ItemId = PatternText(67, /^si_\w{3,64}$/, 'Enter an item id like si_1QmStdMo29')
const PriceId = PatternText(70, /^(price|plan)_\w{3,64}$/, 'Enter a price id like price_1QmStdMo29')
export const Quantity = z.coerce
  .number('A whole number')
  .int('A whole number')
  .min(1, 'At least 1')
  .max(MAX_PLAN_QUANTITY, `At most ${MAX_PLAN_QUANTITY}`)

/** What of the catalogue a plan is of. */
const Product = z.object({
  kind: z.enum(['application', 'integration', 'other']),
  _id: Id.nullable(),
  name: z.string(),
  displayName: z.string(),
  /** Of the catalogue, as Available; empty for what it does not have. */
  status: z.string(),
  /** Free or Paid, of an integration. */
  pricingType: z.string(),
  imageUrl: z.string(),
})

/** `pays`: the next payment. `ends`: it runs until then and does not renew. */
const Next = z.object({ kind: z.enum(['pays', 'ends', 'none']), at: Timestamp.nullable() })

/** One plan of an organization: amounts in whole minor units of `currency`, `created` in epoch seconds. */
export const PlanRow = z.object({
  _id: z.string(),
  planSubscriptionId: z.string(),
  subscription_plan: z.string(),
  subscription_plan_type: z.string(),
  /** For one period, of all of `quantity`; null where it depends on what is used. */
  amount: z.int().nullable(),
  currency: z.string(),
  quantity: z.int(),
  /** `monthly`, `annually`, or another such as `every 3 months`. */
  frequency: z.string(),
  created: z.int(),
  status: z.string(),
  /** Null for managers, and where it is not paid by card. */
  payment_method_details: z.object({ card: z.object({ brand: z.string(), last4: z.string() }) }).nullable(),
  next: Next,
  product: Product,
})
export type PlanRow = z.infer<typeof PlanRow>

export const OrganizationPlan = z.object({
  /** Of the newest that is still billed, or the newest; null without any. */
  planSubscriptionId: z.string().nullable(),
  orgId: Id,
  stripeData: z.array(PlanRow),
})
export type OrganizationPlan = z.infer<typeof OrganizationPlan>

/** What a plan may be changed to: prices of the same product. */
const Choice = z.object({
  priceId: z.string(),
  planName: z.string(),
  frequency: z.string(),
  amount: z.int().nullable(),
  currency: z.string(),
})

export const PlanDetails = PlanRow.extend({
  orgId: Id,
  orgName: z.string(),
  priceId: z.string(),
  totalBilled: z.int(),
  choices: z.array(Choice),
  /** The other plans of the same subscription: they are cancelled and resumed together. */
  together: z.array(z.string()),
  /** Those of them that the next payment of the subscription is for, too; null where it is not for this one. */
  paidNextWith: z.array(z.string()).nullable(),
  /** When all of them end if they are cancelled now: with the first period that ends. */
  wouldEndAt: Timestamp.nullable(),
  /** When this was last read at the payment provider. */
  asOf: Timestamp,
})
export type PlanDetails = z.infer<typeof PlanDetails>

/** `monthly`, `annual` or, as the provider allows, `every 3 months`. */
const PaymentFrequency = z.string()
const PlanOfApplication = z.object({
  plan: z.string(),
  planName: z.string(),
  paymentFrequency: PaymentFrequency,
  total: z.int().nullable(),
  createdAt: Timestamp,
})

/** A subscription by what it holds: each application under its name, all integrations under `extraintegrations`. */
export const PlanSubscription = z
  .object({
    _id: z.string(),
    extraintegrations: z.object({
      selectedIntegrations: z.array(
        z.object({
          name: z.string(),
          price: z.int().nullable(),
          paymentFrequency: PaymentFrequency,
          createdAt: Timestamp,
        }),
      ),
    }),
  })
  .catchall(z.union([PlanOfApplication, z.string(), z.object({ selectedIntegrations: z.array(z.unknown()) })]))

export type PlanSubscription = z.infer<typeof PlanSubscription>

export const PlanChange = z.object({
  itemId: ItemId,
  priceId: PriceId,
  quantity: Quantity,
})

export const PlanChangeAsSeen = PlanChange.extend({
  /** From the preview. Epoch seconds. */
  prorationDate: z.int().min(1).max(100_000_000_000),
  /** The plan as the caller saw it: if it has changed since, the call is refused. */
  seen: z.object({ priceId: BoundedText(255), quantity: z.int().min(0) }).optional(),
})

/** What a change of a subscription costs. Amounts are in minor units of the currency. */
export const ChangePreview = z.object({
  currency: z.string(),
  /** Charged at once or, when an invoice is sent for it, to be paid by its due date. */
  amountDue: z.int(),
  isInvoiceSent: z.boolean(),
  lines: z.array(z.object({ description: z.string(), amount: z.int() })),
  /** Subtotal − discount + tax = total. */
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  /** Below 0 it is credited to the next invoices. */
  total: z.int(),
  /** To be sent with the change, so that it costs what is shown. Epoch seconds. */
  prorationDate: z.int(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

/**
 * The n-th payment after the anchor: counted from the anchor and never from the date before it, in UTC, and on the last
 * day of a month that has no such day. So the 31st of January is followed by the 28th of February and the 31st of March.
 */
export function paymentDate(anchor: Date, interval: string, step: number): Date {
  const date = new Date(anchor)
  if (interval === 'day' || interval === 'week') {
    date.setUTCDate(anchor.getUTCDate() + step * (interval === 'week' ? 7 : 1))
    return date
  }
  const months = step * (interval === 'year' ? 12 : 1)
  date.setUTCDate(1)
  date.setUTCMonth(anchor.getUTCMonth() + months)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(anchor.getUTCDate(), days))
  return date
}

const LENGTH_MS: Record<string, number> = {
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 31 * 86_400_000,
  year: 366 * 86_400_000,
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The first payment after the day (UTC) of a moment, of a plan whose payments nobody else tells: today's is not next. */
export function nextPaymentDate(anchor: Date, interval: string, intervalCount: number, now: Date): Date {
  const length = (LENGTH_MS[interval] ?? LENGTH_MS.month!) * intervalCount
  let n = Math.max(1, Math.floor((now.getTime() - anchor.getTime()) / length))
  while (dayOf(paymentDate(anchor, interval, n * intervalCount)) <= dayOf(now)) n += 1
  return paymentDate(anchor, interval, n * intervalCount)
}

export interface Billed {
  status: string
  startedAt: Date
  interval: string | null
  intervalCount: number | null
  /** What the payment provider says, where it says it. */
  currentPeriodEnd: Date | null
  trialEnd: Date | null
  cancelAt: Date | null
  cancelAtPeriodEnd: boolean
}

export type NextPayment = { kind: 'pays' | 'ends'; at: Date } | { kind: 'none' }

/** Statuses in which the provider goes on billing. */
export const billedStatuses = ['active', 'trialing', 'past_due']

/** When a plan is paid for next, or when it ends instead. The provider's own date wins over the rule. */
export function nextPayment(plan: Billed, now: Date): NextPayment {
  const { status, startedAt, interval, intervalCount, currentPeriodEnd, trialEnd, cancelAt, cancelAtPeriodEnd } = plan
  if (!billedStatuses.includes(status)) return { kind: 'none' }
  const end = cancelAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null)
  if (end) return { kind: 'ends', at: end }
  if (status === 'trialing' && trialEnd) return { kind: 'pays', at: trialEnd }
  if (currentPeriodEnd) return { kind: 'pays', at: currentPeriodEnd }
  return interval
    ? { kind: 'pays', at: nextPaymentDate(startedAt, interval, intervalCount ?? 1, now) }
    : { kind: 'none' }
}
