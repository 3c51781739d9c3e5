import { money } from '../billing/amounts/money.ts'
import { invalid } from '../errors.ts'
import { add, change } from '../events/emit.ts'
import { integer, mergeMetadata, metadata, needed, object, oneOf, range, type Taken, text } from '../params.ts'
import { type Charge, newId, type Refund, randomText } from '../records.ts'
import { find, listing, type Route, retrieve, route } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

export const payments: Route[] = [
  retrieve('invoice_payment', '/v1/invoice_payments'),
  listing(
    'invoice_payment',
    '/v1/invoice_payments',
    {
      created: range,
      invoice: text,
      payment: object({
        type: needed(oneOf('payment_intent', 'payment_record')),
        payment_intent: text,
        payment_record: text,
      }),
      status: oneOf('canceled', 'open', 'paid'),
    },
    { payment: ({ payment }, wanted) => payment.type === wanted.type && payment[wanted.type] === wanted[wanted.type] },
  ),
  retrieve('payment_intent', '/v1/payment_intents'),
  listing('payment_intent', '/v1/payment_intents', { created: range, customer: text }),
  retrieve('charge', '/v1/charges'),
  listing('charge', '/v1/charges', { created: range, customer: text, payment_intent: text }),
  retrieve('dispute', '/v1/disputes'),
  listing('dispute', '/v1/disputes', { charge: text, created: range, payment_intent: text }),
]

const refundsUrl = '/v1/refunds'

const CREATE = {
  amount: integer,
  charge: text,
  metadata,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
}

export const refunds: Route[] = [
  retrieve('refund', refundsUrl),
  listing('refund', refundsUrl, { charge: text, created: range, payment_intent: text }),
  route('POST', refundsUrl, CREATE, createRefund),
]

/** What the bank holds while it decides, and what it kept when it decided for the customer. */
const disputedAmount = ({ store }: Sandbox, charge: Charge) =>
  store
    .all('dispute')
    .filter(({ charge: ofThis, status }) => ofThis === charge.id && status !== 'won' && !status.startsWith('warning_'))
    .reduce((sum, { amount }) => sum + amount, 0)

export function createRefund(sandbox: Sandbox, params: Taken<typeof CREATE>): Refund {
  const intent = params.payment_intent
    ? find(sandbox, 'payment_intent', params.payment_intent, 'payment_intent')
    : undefined
  const id = params.charge ?? intent?.latest_charge
  if (!id) throw invalid('This payment has no successful charge to refund.', 'payment_intent')
  const charge = find(sandbox, 'charge', id, 'charge')
  if (!charge.paid) throw invalid('This charge has not succeeded and cannot be refunded.', 'charge')
  const disputed = disputedAmount(sandbox, charge)
  const left = Math.max(0, charge.amount - charge.amount_refunded - disputed)
  if (left === 0 && disputed > 0)
    throw invalid(`Charge ${id} has been charged back; cannot issue a refund.`, 'charge', 'charge_disputed')
  if (left === 0) throw invalid(`Charge ${id} has already been refunded.`, 'charge', 'charge_already_refunded')
  const amount = params.amount ?? left
  if (amount <= 0) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left) {
    throw invalid(
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`,
      'amount',
    )
  }
  const refund = add<Refund>(
    sandbox,
    {
      id: newId('re'),
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: charge.id,
      created: sandbox.clock.now(),
      currency: charge.currency,
      customer: charge.customer,
      customer_account: null,
      destination_details: {
        card: { reference: randomText(11, '0123456789'), reference_status: 'available', type: 'refund' },
        type: 'card',
      },
      metadata: mergeMetadata(null, params.metadata),
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      reason: params.reason ?? null,
      receipt_number: charge.receipt_number,
      source_transfer_reversal: null,
      status: 'succeeded',
      transfer_reversal: null,
    },
    'refund.created',
  )
  const refunded = charge.amount_refunded + amount
  change(sandbox, charge, { amount_refunded: refunded, refunded: refunded === charge.amount }, 'charge.refunded')
  return refund
}
