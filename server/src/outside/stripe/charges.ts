import type Stripe from 'stripe'
import { requireId } from './ids.ts'
import { undefinedIfMissing } from './missing.ts'
import type { PaymentProvider, Use } from './provider.ts'

/** What is kept of the newest charge that succeeded. `others` is how many more there are. */
export interface PaidCharge {
  chargeId: string
  receiptNumber: string | null
  receiptUrl: string | null
  /** Such as `card` or `us_bank_account`. */
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

/** The newest charge of a payment that was read with it. */
export function expandedCharge(intent: string | Stripe.PaymentIntent | null | undefined): Stripe.Charge | undefined {
  const charge = typeof intent === 'object' ? intent?.latest_charge : undefined
  return typeof charge === 'object' && charge ? charge : undefined
}

/** A receipt that is not on the provider's own pages is left out. */
export async function withOwnReceipt(stripe: PaymentProvider, charge: Stripe.Charge): Promise<Stripe.Charge> {
  const isOwn = charge.receipt_url && (await stripe.owns(charge.receipt_url))
  return isOwn ? charge : { ...charge, receipt_url: null }
}

/** The newest charge of a payment without an invoice. */
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
