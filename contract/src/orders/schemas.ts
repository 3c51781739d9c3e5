import { z } from 'zod'
import { Day, Id, listQuery, Moment, RequiredText, Timestamp, Version } from '../common.ts'
import { appStreams } from '../hardware/schemas.ts'
import { TakenDiscount } from '../invoices.ts'
import { MoneyMovement } from '../money-account.ts'
import { PlannedPlan } from '../organization-plans/endpoints.ts'
import { AT_LEAST_ONE, END_BEFORE_START } from '../words.ts'
import {
  INVALID_PROMO_CODE,
  itemKinds,
  LAST_ITEM,
  MAX_ORDER_QUANTITY,
  MAX_REASON,
  moneyKinds,
  orderSorts,
  orderStages,
  orderStatuses,
  paymentStates,
  refundChoices,
  refundStatuses,
  stageNames,
} from './words.ts'

/** All amounts are whole minor units of the currency beside them. */
const Amount = z.int()
const Status = z.enum(orderStatuses)
const Device = z.object({ _id: Id, deviceId: z.string(), name: z.string(), status: z.string() })
const TeamMember = z.object({ _id: Id, name: z.string(), image: z.string() })

export const OrderItem = z.object({
  _id: Id,
  name: z.string(),
  planType: z.string(),
  qty: z.int(),
  /** The price of one for one period, perhaps with fractions of a minor unit; `amount` that of all of them. */
  unitAmount: z.number(),
  amount: Amount,
  currency: z.string(),
  /** `monthly`, `annually`, `once`, or another such as `every 3 months`. */
  frequency: z.string(),
  /** The receipt number of the charge, else the invoice number, else the end of the charge's id. Empty when nothing was billed. */
  receipt_number: z.string(),
  /** The provider's page of the receipt; where it has none, and for managers, the console's own. Empty when nothing was billed. */
  receipt_url: z.string(),
  dueDate: Timestamp.nullable(),
  status: Status,
  productImage: z.string(),
  kind: z.enum(itemKinds),
  /** ASSIGN offers unassigned devices of this app stream, or team members where it is null. */
  appStream: z.enum(appStreams).nullable(),
  /** At most `qty`. `assignedAt` is null for one that is ordered and not assigned yet. */
  devices: z.array(Device.extend({ assignedAt: Timestamp.nullable() })),
  assignee: TeamMember.nullable(),
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
})
export type OrderItem = z.infer<typeof OrderItem>

export const OrderRow = z.object({
  _id: Id,
  orderNo: z.string(),
  created: Timestamp,
  updatedAt: Timestamp,
  orgId: z.object({
    _id: Id,
    orgName: z.string(),
    phoneFax: z.object({ primaryPhone: z.string() }),
    orgAddress: z.object({ city: z.string(), state: z.string() }),
  }),
  totalAmount: Amount,
  currency: z.string(),
  status: Status,
  /** The payer's; left out for those who may not see it. */
  email: z.string().optional(),
  shippingAddress: z.object({ line1: z.string(), city: z.string(), state: z.string(), postal_code: z.string() }),
  payment: z.enum(paymentStates),
  /** While its subscription is on trial: when the first payment falls due. */
  trialEndsAt: Timestamp.nullable(),
  /** When its subscription ended. */
  endedAt: Timestamp.nullable(),
  /** Of its own payments, without renewals. */
  refunded: Amount,
  /** A bank holds money of one of its payments or renewals. */
  isDisputed: z.boolean(),
  orderItems: z.array(OrderItem),
  version: Version,
})
export type OrderRow = z.infer<typeof OrderRow>

const MoneyEntry = z.object({
  at: Timestamp,
  kind: z.enum(moneyKinds),
  /** Below 0 when it lowers the debt or goes back. Null where no money moved. */
  amount: Amount.nullable(),
  /** What is kept after it of what the ledger counts. Null of a renewal beside the ledger, and where no payment is yet. */
  net: Amount.nullable(),
  by: z.string(),
  /** The code of a promo, the reason of a cancellation or a refund or a credit. */
  text: z.string(),
  receipt_number: z.string(),
  receipt_url: z.string(),
  /** Such as `VISA 4242`; left out for those who may not see it. */
  card: z.string().optional(),
  /** Of a refund. */
  status: z.enum(refundStatuses).nullable(),
  /** Of a refund: the payment that it gave back, as refunds name it. Of `paid-in-cancel`: while all of it is kept. */
  paymentId: z.string().optional(),
  /** Of a dispute or a credit note. */
  movement: MoneyMovement.optional(),
})
export type MoneyEntry = z.infer<typeof MoneyEntry>

export const Order = OrderRow.extend({
  source: z.enum(['checkout', 'staff']),
  /** What changes at the end of the period of its subscription. */
  planned: z.array(PlannedPlan),
  /**
   * Subtotal − discounts + tax + shipping = total, paid − refunded − returned outside − lost = net paid; once all is paid,
   * total − fromCredit + credited = paid. Of the order's own invoices, not of renewals.
   */
  ledger: z.object({
    subtotal: Amount,
    discounts: z.array(TakenDiscount),
    discount: Amount,
    tax: Amount,
    shipping: Amount,
    total: Amount,
    /** Paid beyond the total before the order was made smaller; it went to the customer's credit. */
    credited: Amount,
    /** The part of the total that the customer's credit paid. */
    fromCredit: Amount,
    paid: Amount,
    /** Of it, outside the payment provider. */
    paidOutside: Amount,
    /** Only what came back for certain, not what is on its way. */
    refunded: Amount,
    refundPending: Amount,
    /** By credit notes to the customer's balance: no money left. */
    toBalance: Amount,
    /** Given back outside the payment provider. */
    returnedOutside: Amount,
    /** Held by banks while a dispute is open. */
    disputed: Amount,
    /** Taken by banks in disputes that were lost. */
    lost: Amount,
    netPaid: Amount,
  }),
  /** The promo in force: what a renewal will be less by. */
  promo: TakenDiscount.omit({ amount: true })
    .extend({
      /** No invoice has been less by it yet: when the next is due. */
      pendingUntil: Timestamp.nullable(),
    })
    .nullable(),
  /** Newest first. */
  money: z.array(MoneyEntry),
  cancelReason: z.string(),
  nextStatuses: z.array(Status),
  /** Why nothing of it can be changed or assigned any more, in our words; null where it can. */
  lockedBecause: z.string().nullable(),
  /** Why its items and promo cannot be changed: it is locked, or has no subscription at the provider. */
  itemsLockedBecause: z.string().nullable(),
  /** Why it cannot be canceled: it is locked, or its payment is still on its way. */
  cancelLockedBecause: z.string().nullable(),
  /** When the provider was asked about its invoice last. */
  checkedAt: Timestamp.nullable(),
})
export type Order = z.infer<typeof Order>

export const OrdersQuery = listQuery(orderStatuses, orderSorts).extend({
  stage: z.enum(stageNames).optional(),
  createdFrom: Moment.optional(),
  /** Before this moment. */
  createdTo: Moment.optional(),
})

const Quantity = z
  .int('Enter a whole number')
  .min(1, AT_LEAST_ONE)
  .max(MAX_ORDER_QUANTITY, `At most ${MAX_ORDER_QUANTITY}`)

export const OrderChange = z.object({
  items: z
    .array(z.object({ _id: Id, qty: Quantity }))
    .min(1, LAST_ITEM)
    .max(200, 'At most 200 items')
    .refine((items) => new Set(items.map((item) => item._id)).size === items.length, 'Each item once'),
})

/** From a preview, in epoch seconds, so that what is charged or refunded is what was shown. */
const ProrationDate = z.int().min(1).optional()

export const OrderUpdate = OrderChange.extend({ version: Version, prorationDate: ProrationDate })

export const NewOrder = z
  .object({
    orgId: Id,
    /** An unassigned device, which becomes Pending. */
    deviceId: Id,
    assignee: Id,
    startDate: Day,
    endDate: Day,
    status: z.enum(orderStages.pending).optional().default('new'),
  })
  .refine(({ startDate, endDate }) => endDate >= startDate, { path: ['endDate'], error: END_BEFORE_START })

export const Cancellation = z.object({
  reason: RequiredText(MAX_REASON),
  refund: z.enum(refundChoices),
  prorationDate: ProrationDate,
  version: Version.optional(),
})

/** The refund of each choice; null where the choice is not offered. */
export const RefundChoices = z.object({
  currency: z.string(),
  full: Amount.nullable(),
  /** When the order was paid for; null where nothing was. */
  paidAt: Timestamp.nullable(),
  /** What is left of the last renewal, and when it was paid. */
  last: z.object({ amount: Amount, paidAt: Timestamp }).nullable(),
  /** Of the ledger. `full` leaves the first with the customer; no choice refunds the second, which is no money. */
  credited: Amount,
  fromCredit: Amount,
  prorated: Amount.nullable(),
  prorationDate: z.int().nullable(),
  /** Taken off `full`: earlier refunds and credits, here or at the provider, and money that banks took back in lost disputes. */
  returned: Amount,
  lost: Amount,
  /** Held by banks while a dispute is open; no choice refunds it. */
  disputed: Amount,
})
export type RefundChoices = z.infer<typeof RefundChoices>

export const PromoEntry = z.object({
  code: RequiredText(100).refine((code) => /^[\w-]+$/.test(code), INVALID_PROMO_CODE),
  version: Version.optional(),
})

export const Assignees = z.object({
  /** Empty where a team member is chosen. At most 20, those that fit `q`. */
  devices: z.array(Device),
  staff: z.array(TeamMember),
})

export const Assignment = z.union([z.object({ deviceId: Id }), z.object({ staffId: Id })], {
  error: 'Choose a device or a team member',
})

export const GuestCheckout = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Minor units of `currency`; null if unknown. */
  amount: z.int().nullable(),
  currency: z.string(),
  createdAt: Timestamp,
  payment: z.enum(paymentStates),
  /** Null until it is paid: a bank debit takes days. */
  paidAt: Timestamp.nullable(),
  /** The organization with the same email, when there is exactly one. */
  suggestion: z.object({ _id: Id, orgName: z.string() }).nullable(),
})
export type GuestCheckout = z.infer<typeof GuestCheckout>
