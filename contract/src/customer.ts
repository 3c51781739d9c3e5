import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { METHOD_LINK_DAYS, methodLinkStates } from './payment-method-link.ts'
import { AS_LAST_READ, CustomerId, PROVIDER_AWAY } from './payments.ts'
import { TaxLetter } from './tax-verification/schemas.ts'

export const SEND_METHOD_LINK = 'Send link to replace payment method'
export const METHOD_LINK_SENT = 'Link Sent Successfully!'
export const METHOD_LINK_ENDED = 'Link Ended!'

export const RETRY_OPEN_INVOICES = 'Retry open invoices'

/** A card that expires this soon is marked. */
export const EXPIRES_SOON_DAYS = 30

interface Expiry {
  expMonth: number | null
  expYear: number | null
}

/** A card is good to the end of its month, UTC. */
export const expiresAt = ({ expMonth, expYear }: Expiry): Date | null =>
  expMonth === null || expYear === null ? null : new Date(Date.UTC(expYear, expMonth, 1))

export type CardState = 'expired' | 'expiring' | 'good'

export function cardState(card: Expiry, now: Date): CardState {
  const end = expiresAt(card)
  if (!end) return 'good'
  if (end <= now) return 'expired'
  return end.getTime() - now.getTime() <= EXPIRES_SOON_DAYS * 86_400_000 ? 'expiring' : 'good'
}

interface Addressed {
  isBlocked: boolean
  isDeleted: boolean
  email: string
}

/** Why no link to replace the payment method can be made. */
export function whyNotSendMethodLink({ isBlocked, isDeleted, email }: Addressed, { isSent = true } = {}) {
  if (isDeleted) return 'This customer was deleted at the payment provider'
  if (isBlocked) return 'The organization is blocked. Unblock it first'
  return isSent && email === '' ? 'There is no email address to send it to. Copy the link instead' : null
}

export const MethodLink = z.object({
  state: z.enum(methodLinkStates),
  customerId: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  by: z.string(),
  /** '' where it was only copied. */
  sentTo: z.string(),
  openedAt: Timestamp.nullable(),
  /** When a payment method was saved with it. */
  usedAt: Timestamp.nullable(),
})
export type MethodLink = z.infer<typeof MethodLink>

export const PaymentMethod = z.object({
  id: z.string(),
  /** The provider's, such as `card`. */
  type: z.string(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int().nullable(),
  expYear: z.int().nullable(),
  isDefault: z.boolean(),
  /** Subscriptions that are charged to it instead of to the default. */
  subscriptions: z.int(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

const CustomerPart = z.object({
  id: z.string(),
  name: z.string(),
  /** Left out, as the payment methods, for those who may not see who paid. */
  email: z.string().optional(),
  /** At the provider. */
  isDeleted: z.boolean(),
  /** Of its running subscriptions and its open invoices. Below 0 it pays for the next invoices. */
  balance: z.object({ amount: z.int(), currency: z.string() }).nullable(),
  /** Credit notes that went to the balance, newest first, at most ten. */
  credits: z.array(
    z.object({
      number: z.string(),
      at: Timestamp,
      amount: z.int(),
      currency: z.string(),
      invoice: z.object({ id: z.string(), number: z.string() }),
    }),
  ),
  methods: z.array(PaymentMethod).optional(),
  /** When they were last read; null before the first time. */
  methodsReadAt: Timestamp.nullable(),
  /** Where a link to replace the payment method is mailed. */
  linkTo: z.string().optional(),
  asOf: Timestamp,
})
export type CustomerPart = z.infer<typeof CustomerPart>

const CustomerSubscription = z.object({
  id: z.string(),
  customerId: z.string(),
  plans: z.array(z.object({ id: z.string(), name: z.string() })),
  status: z.string(),
  startedAt: Timestamp,
  /** Null unless it is on trial. */
  trialEnd: Timestamp.nullable(),
  next: z.object({ kind: z.enum(['pays', 'charging', 'ends', 'none']), at: Timestamp.nullable() }),
  canceledAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
})
export type CustomerSubscription = z.infer<typeof CustomerSubscription>

const OwedInvoice = z.object({
  id: z.string(),
  number: z.string(),
  amount: z.int(),
  /** The due date; of one that is charged automatically, when it was issued. */
  since: Timestamp,
  attempts: z.int(),
  nextTryAt: Timestamp.nullable(),
  /** The provider's code; see `describeDecline`. */
  decline: z.string(),
})

const Owed = z.object({
  currency: z.string(),
  amount: z.int(),
  since: Timestamp,
  /** Those due longest first, at most twenty; `count` says how many there are. */
  invoices: z.array(OwedInvoice),
  count: z.int(),
})
export type Owed = z.infer<typeof Owed>

/** Its charge failed, it is open, and a payment method that has not expired is on file for it. */
const RetryableInvoice = z.object({ id: z.string(), number: z.string(), amount: z.int(), currency: z.string() })
export type RetryableInvoice = z.infer<typeof RetryableInvoice>

/** Net of what was refunded, given back outside the provider, or lost in disputes; as finance sums it up. */
const Lifetime = z.object({ currency: z.string(), net: z.int(), paid: z.int(), invoices: z.int() })

const Draft = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  createdAt: Timestamp,
  /** When the provider issues it by itself. */
  issuedAt: Timestamp.nullable(),
  isRenewal: z.boolean(),
})

/** What the payment provider knows of an organization, as it was last read there. */
export const OrganizationCustomer = z.object({
  customers: z.array(CustomerPart),
  subscriptions: z.array(CustomerSubscription),
  /** Past due, a row for each currency. */
  owed: z.array(Owed),
  /** Those due longest first, at most twenty. Left out for those who may not see who paid. */
  retryable: z.array(RetryableInvoice).optional(),
  /** A row for each currency. */
  lifetime: z.array(Lifetime),
  drafts: z.array(Draft),
  link: MethodLink.nullable(),
  /** When the part that was read longest ago was read; null without a customer. */
  asOf: Timestamp.nullable(),
})
export type OrganizationCustomer = z.infer<typeof OrganizationCustomer>

const NextInvoice = z.object({
  subscriptionId: z.string(),
  at: Timestamp,
  amount: z.int(),
  currency: z.string(),
  /** What credit pays beside it. */
  fromCredit: z.int(),
  /** What an earlier invoice leaves of the credit is not known. */
  isBeforeCredit: z.boolean(),
})
export type NextInvoice = z.infer<typeof NextInvoice>

/** What a billing person has to look at, over all organizations. */
export const BillingWaiting = z.object({
  /** With something past due. */
  pastDue: z.int(),
  since: Timestamp.nullable(),
  /** A row for each currency. */
  owed: z.array(z.object({ currency: z.string(), amount: z.int() })),
  /** Whose payment method was lost or has expired. */
  paymentMethods: z.int(),
  /** Orders of which something was paid while they were being canceled and is still kept, oldest first, at most ten. */
  paidInCancel: z.array(z.object({ orderId: Id, orderNo: z.string(), amount: z.int(), currency: z.string() })),
})

const oneOrganization = z.object({ orgId: Id })
const oneCustomer = oneOrganization.extend({ customerId: CustomerId })
const NOT_NOW = 'CONFLICT: the organization is blocked, has no email address, or the customer was deleted'
const TOO_MANY = 'RATE_LIMITED: ten an hour'

export const customer = describeEndpoints('Customer', {
  readCustomer: {
    call: 'GET /hikmah/organizations/:orgId/customer',
    summary: 'Get what the payment provider knows of an organization',
    description: `${AS_LAST_READ} Amounts in minor units, never added across currencies.`,
    allow: 'billing.read',
    params: oneOrganization,
    response: OrganizationCustomer,
  },
  readBillingWaiting: {
    call: 'GET /hikmah/billing/waiting',
    summary: 'Count what is past due and lost payment methods',
    allow: 'billing.read',
    response: BillingWaiting,
  },
  readNextInvoices: {
    call: 'GET /hikmah/organizations/:orgId/customer/nextInvoices',
    summary: 'Get the next invoice of each subscription',
    description: 'By the provider’s own preview, with discounts, tax and credit. The soonest first.',
    refusals: { 502: PROVIDER_AWAY },
    allow: 'billing.read',
    params: oneOrganization,
    response: z.array(NextInvoice),
  },
  readCustomerLink: {
    call: 'GET /hikmah/organizations/:orgId/customer/:customerId/link',
    summary: 'Get the link to a customer at the payment provider',
    allow: 'billing.manage',
    params: oneCustomer,
    response: z.object({ url: z.url() }),
  },
  previewMethodLink: {
    call: 'GET /hikmah/organizations/:orgId/customer/:customerId/methodLink',
    summary: 'Preview the email with a link to replace the payment method',
    allow: 'billing.manage',
    params: oneCustomer,
    response: TaxLetter,
  },
  sendMethodLink: {
    call: 'POST /hikmah/organizations/:orgId/customer/:customerId/methodLink',
    summary: 'Send a link to replace the payment method',
    description: `Mails a link that is good for ${METHOD_LINK_DAYS} days. What is saved with it becomes the default of the customer and of its subscriptions. Links before it stay good.`,
    refusals: { 409: NOT_NOW, 429: TOO_MANY },
    allow: 'billing.manage',
    params: oneCustomer,
    response: MethodLink,
    message: METHOD_LINK_SENT,
  },
  copyMethodLink: {
    call: 'POST /hikmah/organizations/:orgId/customer/:customerId/methodLink/copy',
    summary: 'Make a link to replace the payment method, to pass on',
    description: 'The link is answered this once: of it only a hash is kept.',
    refusals: { 409: NOT_NOW, 429: TOO_MANY },
    allow: 'billing.manage',
    isSecret: true,
    keyless: true,
    params: oneCustomer,
    response: MethodLink.extend({ url: z.string() }),
  },
  revokeMethodLinks: {
    call: 'DELETE /hikmah/organizations/:orgId/customer/methodLink',
    summary: 'End the links to replace the payment method',
    refusals: { 409: 'CONFLICT: every link has ended' },
    allow: 'billing.manage',
    params: oneOrganization,
    message: METHOD_LINK_ENDED,
  },
})
