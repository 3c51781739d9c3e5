import { z } from 'zod'
import { CodeText, Id, PatternText, Timestamp } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { planMarks } from '../organizations/words.ts'
import { AS_LAST_READ, PROVIDER_AWAY } from '../payments.ts'
import { PRICE_ID_INVALID } from '../plans.ts'
import { AT_LEAST_ONE } from '../words.ts'

export const NO_PLANS_TEXT = 'Added Plans will be displayed and managed here'

export const PLAN_CHANGED = 'Plan Changed Successfully!'
export const PLAN_CANCELLED = 'Plan Canceled Successfully!'
export const PLAN_RESUMED = 'Plan Resumed Successfully!'
export const PLAN_CHANGE_PLANNED = 'Plan Change Planned!'
export const PLAN_KEPT = 'Current Plan Kept!'

export const MAX_PLAN_QUANTITY = 10_000

export const SubscriptionId = PatternText(68, /^sub_\w{3,64}$/, 'Enter a subscription id like sub_1QmStdMo29')
export const ItemId = PatternText(67, /^si_\w{3,64}$/, 'Enter an item id like si_1QmStdMo29')
const PriceId = PatternText(70, /^(price|plan)_\w{3,64}$/, PRICE_ID_INVALID)
const Quantity = z.coerce
  .number('A whole number')
  .int('A whole number')
  .min(1, AT_LEAST_ONE)
  .max(MAX_PLAN_QUANTITY, `At most ${MAX_PLAN_QUANTITY}`)

const Product = z.object({
  kind: z.enum(['application', 'integration', 'other']),
  _id: Id.nullable(),
  name: z.string(),
  displayName: z.string(),
  /** The status in the catalogue, such as Available; empty for products outside it. */
  status: z.string(),
  /** Free or Paid, of an integration. */
  pricingType: z.string(),
  imageUrl: z.string(),
})

/** `pays`: the next payment. `charging`: its renewal is being charged. `ends`: it runs until then and does not renew. */
const Next = z.object({ kind: z.enum(['pays', 'charging', 'ends', 'none']), at: Timestamp.nullable() })

/** What is issued and not paid; `since` is when the oldest of it was due. */
const Owed = z.object({
  amount: z.int(),
  since: Timestamp,
  isOverdue: z.boolean(),
  /** The oldest invoice of it, and what was tried. */
  invoiceId: z.string(),
  attempts: z.int(),
  /** Null where nothing is tried by itself any more. */
  nextTryAt: Timestamp.nullable(),
  /** The provider's code; see `describeDecline`. */
  decline: z.string(),
})

/** `amount` is that of all of `quantity` for one period. */
export const PlannedPlan = z.object({
  at: Timestamp,
  plan: z.string(),
  priceId: z.string(),
  quantity: z.int(),
  amount: z.int().nullable(),
  currency: z.string(),
  frequency: z.string(),
})
export type PlannedPlan = z.infer<typeof PlannedPlan>

/** One plan of an organization: amounts in whole minor units of `currency`, `created` in epoch seconds. */
export const PlanRow = z.object({
  _id: z.string(),
  planSubscriptionId: z.string(),
  subscription_plan: z.string(),
  subscription_plan_type: z.string(),
  /** The price of all of `quantity` for one period; null where it depends on usage. */
  amount: z.int().nullable(),
  currency: z.string(),
  quantity: z.int(),
  /** `monthly`, `annually`, or another such as `every 3 months`. */
  frequency: z.string(),
  created: z.int(),
  status: z.string(),
  /** Null unless it is on trial. */
  trialEnd: Timestamp.nullable(),
  /** Null for managers, and where it is not paid by card. */
  payment_method_details: z.object({ card: z.object({ brand: z.string(), last4: z.string() }) }).nullable(),
  next: Next,
  product: Product,
  /** What it becomes at the end of its period. */
  planned: PlannedPlan.nullable(),
  /** Past due of its subscription; null where nothing is. */
  owed: Owed.nullable(),
  isPaidByInvoice: z.boolean(),
  /** What a billing person has to look at, or to know. */
  marks: z.array(z.enum(planMarks)),
})
export type PlanRow = z.infer<typeof PlanRow>

export const PlansQuery = z.object({ mark: z.enum(planMarks).optional() })

export const OrganizationPlan = z.object({
  /** The newest subscription that is still billed, else the newest; null without any. */
  planSubscriptionId: z.string().nullable(),
  orgId: Id,
  stripeData: z.array(PlanRow),
})
export type OrganizationPlan = z.infer<typeof OrganizationPlan>

const Choice = PlanRow.pick({ frequency: true, currency: true }).extend({
  /** Of one, perhaps with fractions of a minor unit. */
  amount: z.number().nullable(),
  priceId: z.string(),
  planName: z.string(),
})

export const PlanDetails = PlanRow.extend({
  orgId: Id,
  orgName: z.string(),
  priceId: z.string(),
  totalBilled: z.int(),
  choices: z.array(Choice),
  /** The other plans of the same subscription: they are canceled and resumed together. */
  together: z.array(z.string()),
  /** Other plans that the next payment covers; null where it does not cover this one. */
  paidNextWith: z.array(z.string()).nullable(),
  /** When all of them end if they are canceled now: with the first period that ends. */
  wouldEndAt: Timestamp.nullable(),
  /** When this was last read at the payment provider. */
  asOf: Timestamp,
})
export type PlanDetails = z.infer<typeof PlanDetails>

/** `paymentFrequency` is `monthly`, `annual` or, as the provider allows, `every 3 months`. */
const Billing = z.object({ paymentFrequency: z.string(), createdAt: Timestamp })
const PlanOfApplication = Billing.extend({ plan: z.string(), planName: z.string(), total: z.int().nullable() })

export const PlanSubscription = z
  .object({
    _id: z.string(),
    extraintegrations: z.object({
      selectedIntegrations: z.array(Billing.extend({ name: z.string(), price: z.int().nullable() })),
    }),
  })
  .catchall(z.union([PlanOfApplication, z.string(), z.object({ selectedIntegrations: z.array(z.unknown()) })]))
export type PlanSubscription = z.infer<typeof PlanSubscription>

export const PlanChange = z.object({ itemId: ItemId, priceId: PriceId, quantity: Quantity })

const PlanSeen = z.object({ priceId: CodeText(255), quantity: z.int().min(0) })

export const PlanChangeAsSeen = PlanChange.extend({
  /** From the preview. Epoch seconds. */
  prorationDate: z.int().min(1).max(100_000_000_000),
  /** The plan as the caller saw it: if it has changed since, the call is refused. */
  seen: PlanSeen.optional(),
})

export const PlanChangeLater = PlanChange.extend({
  /** The end of the period, from the preview: if that has moved, the call is refused. */
  at: Timestamp,
  seen: PlanSeen,
})

const Renewal = z.object({
  at: Timestamp,
  amount: z.int(),
  /** The payment after it. */
  followedAt: Timestamp,
  /** The renewal before the change, where that moves to another day. */
  movedFrom: Timestamp.nullable(),
})

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
  /** What the changed plans come to at their next renewal, before credit; null where there is none. */
  next: Renewal.nullable(),
  /** To be sent with the change, so that it costs what is shown. Epoch seconds. */
  prorationDate: z.int(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

export const PlanChangePreview = ChangePreview.extend({
  /** The payment with which it changes at the end of the period, when nothing is charged before; null where it cannot. */
  later: Renewal.nullable(),
  /** Why it cannot; empty where it can. */
  whyNotLater: z.string(),
})
export type PlanChangePreview = z.infer<typeof PlanChangePreview>

const oneSubscription = z.object({ id: SubscriptionId })
const ENDED = 'CONFLICT: the subscription has ended'
const AWAY =
  'UPSTREAM: the payment provider did not answer; the outcome is found out automatically, and nothing is done twice'

export const organizationPlans = describeEndpoints('Organization plans', {
  getOrganizationPlan: {
    call: 'GET /planSubscription/getOrganizationPlan/:orgId',
    summary: 'List the plans of an organization',
    description:
      'One row for each recurring charge; those that are still billed first, then the newest. Amounts in minor units. With `mark` those that have it.',
    allow: 'billing.read',
    query: PlansQuery,
    response: OrganizationPlan,
  },
  getPlanSubscriptions: {
    call: 'GET /planSubscription/getPlanSubscriptions/:planSubscriptionId',
    summary: 'Get what a subscription holds',
    description:
      'Each application under its name, and all integrations under `extraintegrations`. Amounts in minor units.',
    allow: 'billing.read',
    params: z.object({ planSubscriptionId: SubscriptionId }),
    response: PlanSubscription,
  },
  readOrganizationPlan: {
    call: 'GET /planSubscription/:id/items/:itemId',
    summary: 'Get one plan of an organization',
    description: AS_LAST_READ,
    allow: 'billing.read',
    params: z.object({ id: SubscriptionId, itemId: ItemId }),
    response: PlanDetails,
  },
  readNextPayment: {
    call: 'GET /planSubscription/:id/nextPayment',
    summary: 'Get the amount of the next payment of a subscription',
    description:
      'By the provider’s own preview, with discounts, tax and credit; where it cannot be reached, the sum of the plans that are due then, marked as such. Null when there is no next payment.',
    allow: 'billing.read',
    params: oneSubscription,
    response: z.object({ amount: z.int().nullable(), currency: z.string(), isEstimate: z.boolean() }),
  },
  previewPlanChange: {
    call: 'GET /planSubscription/:id/preview',
    summary: 'Preview a change of plan',
    description:
      'What the payment provider would charge at once, and what comes when it changes at the end of the period instead. Nothing is changed.',
    refusals: { 409: ENDED, 502: PROVIDER_AWAY },
    allow: 'billing.manage',
    params: oneSubscription,
    query: PlanChange,
    response: PlanChangePreview,
  },
  changePlan: {
    call: 'PUT /planSubscription/:id',
    summary: 'Change a plan',
    description:
      'To another price of the same product, or another quantity. Charged at once, as previewed; what was planned for the end of the period is dropped. With `seen`, the plan as it was when this was decided, nothing is changed if somebody else has changed it since.',
    refusals: {
      402: 'UPSTREAM: the card was refused, and nothing was changed',
      409: `${ENDED}, was changed meanwhile (\`current\` is the plan as it is now), or is being changed`,
      502: AWAY,
    },
    example: {
      body: {
        itemId: 'si_1QmStdMo29',
        priceId: 'price_1QmStdMo29',
        quantity: 2,
        prorationDate: 1_773_480_600,
        seen: { priceId: 'price_1QmBasMo19', quantity: 1 },
      },
    },
    allow: 'billing.manage',
    params: oneSubscription,
    body: PlanChangeAsSeen,
    conflict: PlanDetails,
    message: PLAN_CHANGED,
  },
  changePlanLater: {
    call: 'PUT /planSubscription/:id/planned',
    summary: 'Change a plan at the end of its period',
    description:
      'To another price of the same product, or another quantity. Nothing is charged before: the payment that renews it is of the new price. It takes the place of what was planned before.',
    refusals: {
      409: `${ENDED}, is past due, on trial or canceled, was changed meanwhile (\`current\` is the plan as it is now), or is being changed`,
      502: AWAY,
    },
    example: {
      body: {
        itemId: 'si_1QmStdMo29',
        priceId: 'price_1QmStdMo29',
        quantity: 2,
        at: '2026-12-31T10:00:00.000Z',
        seen: { priceId: 'price_1QmBasMo19', quantity: 1 },
      },
    },
    allow: 'billing.manage',
    params: oneSubscription,
    body: PlanChangeLater,
    conflict: PlanDetails,
    message: PLAN_CHANGE_PLANNED,
  },
  keepPlan: {
    call: 'DELETE /planSubscription/:id/planned',
    summary: 'Keep a plan as it is',
    description: 'What was planned for the end of the period does not happen.',
    refusals: { 409: `${ENDED}, or nothing is planned`, 502: AWAY },
    allow: 'billing.manage',
    params: oneSubscription,
    message: PLAN_KEPT,
  },
  cancelPlan: {
    call: 'POST /planSubscription/:id/cancel',
    summary: 'Cancel a subscription at the end of its period',
    description:
      'All plans of the subscription run until then and are not paid for again. What was planned for that day is dropped.',
    refusals: { 409: `${ENDED} or is already canceled`, 502: AWAY },
    allow: 'billing.manage',
    params: oneSubscription,
    message: PLAN_CANCELLED,
  },
  resumePlan: {
    call: 'POST /planSubscription/:id/resume',
    summary: 'Resume a subscription that was canceled and has not ended yet',
    refusals: { 409: `${ENDED} or is not canceled`, 502: AWAY },
    allow: 'billing.manage',
    params: oneSubscription,
    message: PLAN_RESUMED,
  },
})
