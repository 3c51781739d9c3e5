import type { TakenTax } from '@hikmah/contract/invoices'
import type Stripe from 'stripe'
import type { PaymentProvider, Use } from './provider.ts'
import { allOf, collectAll, isRefusedForGood, requireId, undefinedIfMissing } from './requests.ts'

/** With its payment and everything that was bought, each with its price and product. */
export async function readCheckout(stripe: PaymentProvider, id: string) {
  const session = await stripe.ask('work', (sdk) =>
    sdk.checkout.sessions.retrieve(requireId(id), {
      expand: ['discounts.promotion_code', 'payment_intent.latest_charge'],
    }),
  )
  const lines = await collectAll(stripe, 'work', (sdk, paging) =>
    sdk.checkout.sessions.listLineItems(requireId(id), { ...paging, expand: ['data.price.product'] }),
  )
  const charge = expandedCharge(session.payment_intent)
  if (charge) Object.assign(charge, await withOwnReceipt(stripe, charge))
  return { session, lines }
}

/** One that is no longer open is fine. */
export async function voidInvoice(stripe: PaymentProvider, invoice: string, key: string) {
  try {
    await stripe.ask('work', (sdk) => sdk.invoices.voidInvoice(requireId(invoice), {}, { idempotencyKey: key }))
    return 'voided'
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    const { status } = await stripe.ask('work', (sdk) => sdk.invoices.retrieve(requireId(invoice)))
    if (status === 'open') throw error
    return status === 'paid' ? 'paid' : 'settled'
  }
}

export async function isAnyVoid(stripe: PaymentProvider, invoices: string[]): Promise<boolean> {
  for (const invoice of invoices) if ((await readInvoice(stripe, 'work', invoice))?.status === 'void') return true
  return false
}

/** The newest charge that succeeded. `others` is how many more there are. */
export interface PaidCharge {
  chargeId: string
  receiptNumber: string | null
  receiptUrl: string | null
  type: string
  brand: string
  last4: string
  others: number
}

export function paidOf(charges: Stripe.Charge[]): PaidCharge | null {
  const [newest, ...others] = charges
  if (!newest) return null
  const details = newest.payment_method_details
  return {
    chargeId: newest.id,
    receiptNumber: newest.receipt_number,
    receiptUrl: newest.receipt_url,
    type: details?.type ?? '',
    brand: details?.card?.brand ?? '',
    last4: details?.card?.last4 ?? '',
    others: others.length,
  }
}

/** `at` is when it was paid. */
export interface KeptCharge extends Pick<PaidCharge, 'type' | 'brand' | 'last4'> {
  id: string
  amount: number
  at: string
}

/** Those that succeeded, newest first. */
export const keptCharges = (charges: Stripe.Charge[]): KeptCharge[] =>
  charges
    .filter(({ status }) => status === 'succeeded')
    .map((charge) => {
      const { type, brand, last4 } = paidOf([charge])!
      return {
        id: charge.id,
        amount: charge.amount,
        at: new Date(charge.created * 1000).toISOString(),
        type,
        brand,
        last4,
      }
    })

export function expandedCharge(intent: string | Stripe.PaymentIntent | null | undefined): Stripe.Charge | undefined {
  const charge = typeof intent === 'object' ? intent?.latest_charge : undefined
  return typeof charge === 'object' && charge ? charge : undefined
}

async function withOwnReceipt(stripe: PaymentProvider, charge: Stripe.Charge): Promise<Stripe.Charge> {
  const isOwn = charge.receipt_url && (await stripe.owns(charge.receipt_url))
  return isOwn ? charge : { ...charge, receipt_url: null }
}

export async function readChargeOf(
  stripe: PaymentProvider,
  use: Use,
  paymentIntent: string,
): Promise<Stripe.Charge | undefined> {
  const intent = await undefinedIfMissing(
    stripe.ask(use, (sdk) => sdk.paymentIntents.retrieve(requireId(paymentIntent), { expand: ['latest_charge'] })),
  )
  const charge = expandedCharge(intent)
  return charge && withOwnReceipt(stripe, charge)
}

/** `undefined` where the provider has none, as in all reads by id here. */
export const readCustomer = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.customers.retrieve(requireId(id))))

export const listMethods = (stripe: PaymentProvider, use: Use, customer: string) =>
  collectAll(stripe, use, (sdk, paging) => sdk.customers.listPaymentMethods(requireId(customer), paging))

export const readPrice = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.prices.retrieve(requireId(id), { expand: ['product'] })))

export const readProduct = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.products.retrieve(requireId(id))))

const SUBSCRIPTION = [
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
  'discounts.source.coupon',
  'discounts.promotion_code',
  'schedule.phases.items.price',
]

export const readSubscription = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.subscriptions.retrieve(requireId(id), { expand: SUBSCRIPTION })))

export const listSubscriptions = (stripe: PaymentProvider, use: Use) =>
  allOf(stripe, use, (sdk, paging) => sdk.subscriptions.list({ ...paging, status: 'all', expand: ['data.schedule'] }))

/** A subscription comes with ten items at most. */
export const itemsOf = async (stripe: PaymentProvider, use: Use, subscription: Stripe.Subscription) =>
  subscription.items.has_more
    ? collectAll(stripe, use, (sdk, paging) =>
        sdk.subscriptionItems.list({ ...paging, subscription: requireId(subscription.id) }),
      )
    : subscription.items.data

/** A price of tiers has none; a Decimal has no number of its own. */
export const unitAmountOf = ({ unit_amount_decimal: exact }: Pick<Stripe.Price, 'unit_amount_decimal'>) =>
  exact == null ? null : Number(String(exact))

/** The discount is what the total lacks. A discount on a line is in the subtotal already. */
export function invoiceParts({ subtotal, total_taxes, amount_shipping: shipping, total }: Stripe.Invoice) {
  const added = (total_taxes ?? []).filter((one) => one.tax_behavior === 'exclusive')
  const tax = added.reduce((sum, { amount }) => sum + amount, 0)
  return { subtotal, discount: subtotal + tax + shipping - total, tax, shipping, total }
}

export const readCreditNote = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.creditNotes.retrieve(requireId(id))))

/** The invoice names its rates by their ids alone. A percentage never changes at the provider. */
export const readTaxes = (
  stripe: PaymentProvider,
  use: Use,
  { total_taxes }: Pick<Stripe.Invoice, 'total_taxes'>,
): Promise<TakenTax[]> =>
  Promise.all(
    (total_taxes ?? []).map(async ({ amount, tax_rate_details, taxable_amount, tax_behavior, taxability_reason }) => {
      const id = tax_rate_details?.tax_rate
      const rate = id
        ? await undefinedIfMissing(stripe.ask(use, (sdk) => sdk.taxRates.retrieve(requireId(id))))
        : undefined
      return {
        name: [rate?.jurisdiction, rate?.display_name].filter(Boolean).join(' '),
        percentage: rate?.effective_percentage ?? rate?.percentage ?? null,
        base: taxable_amount,
        amount,
        isIncluded: tax_behavior === 'inclusive',
        isExempt: taxability_reason === 'customer_exempt',
      }
    }),
  )

const INVOICE = ['discounts.source.coupon', 'discounts.promotion_code']

export const readInvoice = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.invoices.retrieve(requireId(id), { expand: INVOICE })))

export const listInvoices = (
  stripe: PaymentProvider,
  use: Use,
  which: { since?: Date; status?: 'open'; subscription?: string },
) =>
  allOf(stripe, use, (sdk, paging) =>
    sdk.invoices.list({
      ...paging,
      ...(which.since && { created: { gte: Math.floor(which.since.getTime() / 1000) } }),
      ...(which.status && { status: which.status }),
      ...(which.subscription && { subscription: requireId(which.subscription) }),
    }),
  )

/** Each with its price, which tells how often it recurs. */
export const linesOf = (stripe: PaymentProvider, use: Use, invoice: string) =>
  collectAll(stripe, use, (sdk, paging) =>
    sdk.invoices.listLineItems(requireId(invoice), { ...paging, expand: ['data.pricing.price_details.price'] }),
  )

/** Newest first, each with its charge. */
export async function paymentsOf(stripe: PaymentProvider, use: Use, invoice: string): Promise<Stripe.InvoicePayment[]> {
  const payments = await collectAll(stripe, use, (sdk, paging) =>
    sdk.invoicePayments.list({
      ...paging,
      invoice: requireId(invoice),
      status: 'paid',
      expand: ['data.payment.payment_intent.latest_charge', 'data.payment.charge'],
    }),
  )
  for (const charge of payments.flatMap((one) => chargeOf(one) ?? [])) {
    Object.assign(charge, await withOwnReceipt(stripe, charge))
  }
  return payments
}

/** The code of why the payment that is open for an invoice failed last, such as `insufficient_funds`; or ''. */
export async function readDecline(stripe: PaymentProvider, use: Use, invoice: string): Promise<string> {
  const { data } = await stripe.ask(use, (sdk) =>
    sdk.invoicePayments.list({
      invoice: requireId(invoice),
      status: 'open',
      limit: 1,
      expand: ['data.payment.payment_intent'],
    }),
  )
  const intent = data[0]?.payment.payment_intent
  const error = typeof intent === 'object' ? intent?.last_payment_error : null
  return error?.decline_code ?? error?.code ?? ''
}

export async function invoicePaymentBy(
  stripe: PaymentProvider,
  use: Use,
  intent: string,
): Promise<Stripe.InvoicePayment | undefined> {
  const payment = { type: 'payment_intent' as const, payment_intent: requireId(intent) }
  const list = await undefinedIfMissing(stripe.ask(use, (sdk) => sdk.invoicePayments.list({ payment, limit: 1 })))
  return list?.data[0]
}

export function chargeOf({ payment }: Stripe.InvoicePayment): Stripe.Charge | undefined {
  const intent = typeof payment.payment_intent === 'object' ? payment.payment_intent : undefined
  const charge = intent?.latest_charge ?? payment.charge
  return typeof charge === 'object' && charge ? charge : undefined
}

/** Newest first. The provider keeps events for thirty days. */
export const listEvents = (stripe: PaymentProvider, since: Date, types: string[]) =>
  allOf(stripe, 'work', (sdk, paging) =>
    sdk.events.list({ ...paging, types, created: { gte: Math.floor(since.getTime() / 1000) } }),
  )

/** Without an id the provider would answer with the platform's own account. */
export const readAccount = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.accounts.retrieve(requireId(id))))

export async function readRepresentative(
  stripe: PaymentProvider,
  use: Use,
  id: string,
): Promise<Stripe.Person | undefined> {
  const { data } = await stripe.ask(use, (sdk) =>
    sdk.accounts.listPersons(requireId(id), { relationship: { representative: true }, limit: 1 }),
  )
  return data[0]
}

export const listAccounts = (stripe: PaymentProvider) =>
  collectAll(stripe, 'work', (sdk, paging) => sdk.accounts.list(paging))
