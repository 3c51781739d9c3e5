import { randomInt } from 'node:crypto'
import type Stripe from 'stripe'

/** A type of the SDK as it is kept and sent: what may be expanded is an id, a Decimal is a string. */
type Wire<T> = string extends T
  ? Exclude<T, object>
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends Stripe.Decimal
      ? string
      : T extends (infer E)[]
        ? Wire<E>[]
        : { [K in keyof T]: Wire<T[K]> }

export type Account = Wire<Stripe.Account>
export type BankAccount = Wire<Stripe.BankAccount>
export type Charge = Wire<Stripe.Charge>
export type CheckoutSession = Wire<Stripe.Checkout.Session>
export type Coupon = Wire<Stripe.Coupon>
export type CreditNote = Wire<Stripe.CreditNote>
export type CreditNoteLine = Wire<Stripe.CreditNoteLineItem>
export type Customer = Wire<Stripe.Customer>
export type Discount = Wire<Stripe.Discount>
export type Dispute = Wire<Stripe.Dispute>
export type Invoice = Wire<Stripe.Invoice>
export type InvoiceItem = Wire<Stripe.InvoiceItem>
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>
export type InvoicePayment = Wire<Stripe.InvoicePayment>
export type PaymentIntent = Wire<Stripe.PaymentIntent>
export type PaymentMethod = Wire<Stripe.PaymentMethod>
export type Person = Wire<Stripe.Person>
export type Price = Wire<Stripe.Price>
export type Product = Wire<Stripe.Product>
export type PromotionCode = Wire<Stripe.PromotionCode>
export type Refund = Wire<Stripe.Refund>
export type Subscription = Wire<Stripe.Subscription>
export type SetupIntent = Wire<Stripe.SetupIntent>
export type SubscriptionSchedule = Wire<Stripe.SubscriptionSchedule>
export type TaxRate = Wire<Stripe.TaxRate>
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>
export type WebhookEndpoint = Wire<Stripe.WebhookEndpoint>

export type Event = Omit<Wire<Stripe.EventBase>, 'data'> & {
  data: { object: object; previous_attributes?: Record<string, unknown> }
}

/** An event on its way to one receiver. Times are of the real clock, in milliseconds. */
export type Delivery = {
  id: string
  object: 'delivery'
  event: string
  endpoint: string
  attempts: number
  begun: number
  due: number
}

type EndpointSecret = { id: string; object: 'endpoint_secret'; secret: string; connect: boolean }

/** An answer kept for whoever repeats the request under the same key; `at` is of the real clock, in milliseconds. */
export type KeptAnswer = { id: string; object: 'kept_answer'; asked: string; status: number; body: string; at: number }

/** How far the sandbox's clock is from the real one, in seconds. */
type ClockRecord = { id: string; object: 'clock'; offset: number }

/** What a checkout session will put on what it sells. */
type SessionData = {
  id: string
  object: 'session_data'
  subscription: Extras & { trial_period_days?: number | null }
  intent: Extras
}
type Extras = { description?: string | null; metadata?: Record<string, string> | null }

/** That something was said which is said once: `overdue in_…`. */
type Mark = { id: string; object: 'mark' }

export type Records = {
  account: Account
  charge: Charge
  'checkout.session': CheckoutSession
  clock: ClockRecord
  coupon: Coupon
  credit_note: CreditNote
  customer: Customer
  delivery: Delivery
  discount: Discount
  dispute: Dispute
  endpoint_secret: EndpointSecret
  event: Event
  invoice: Invoice
  invoice_payment: InvoicePayment
  invoiceitem: InvoiceItem
  kept_answer: KeptAnswer
  mark: Mark
  payment_intent: PaymentIntent
  payment_method: PaymentMethod
  person: Person
  price: Price
  product: Product
  promotion_code: PromotionCode
  refund: Refund
  session_data: SessionData
  setup_intent: SetupIntent
  subscription: Subscription
  subscription_schedule: SubscriptionSchedule
  tax_rate: TaxRate
  webhook_endpoint: WebhookEndpoint
}

export type Kind = keyof Records
export type Kept = Records[Kind]

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomText = (length: number, alphabet = ALPHABET) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Fields of the provider that are null in a new record, several in a text. */
export const unset = <Names extends string>(...names: Names[]) =>
  Object.fromEntries(names.flatMap((text) => text.split(' ').map((name) => [name, null]))) as Record<Words<Names>, null>

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text

export const NO_ADDRESS = unset('city country line1 line2 postal_code state')

/** `cus_` and 14 characters, and so on. */
export const newId = (prefix: string, length = 24) => `${prefix}_${randomText(length)}`

const KINDS: Record<string, Kind> = {
  acct: 'account',
  ch: 'charge',
  cn: 'credit_note',
  cs: 'checkout.session',
  cus: 'customer',
  di: 'discount',
  du: 'dispute',
  evt: 'event',
  ii: 'invoiceitem',
  in: 'invoice',
  inpay: 'invoice_payment',
  person: 'person',
  pi: 'payment_intent',
  pm: 'payment_method',
  price: 'price',
  prod: 'product',
  promo: 'promotion_code',
  re: 'refund',
  seti: 'setup_intent',
  sub: 'subscription',
  we: 'webhook_endpoint',
}

export const kindOf = (id: string) =>
  id.startsWith('sub_sched_') ? 'subscription_schedule' : KINDS[id.slice(0, id.indexOf('_'))]

const HERE = 'here:'

/** Where the sandbox listens may differ at every start, so a link is kept without that, and given it on the way out. */
export const link = (path: `/${string}`) => `${HERE}${path}`

export const withAddress = (json: string, address: string) => json.replaceAll(`"${HERE}/`, `"${address}/`)
