import type { Decline } from '../../errors.ts'
import { add, change } from '../../events/emit.ts'
import {
  type Charge,
  type Invoice,
  type InvoicePayment,
  link,
  newId,
  type PaymentIntent,
  type PaymentMethod,
  randomText,
  unset,
} from '../../records.ts'
import type { Sandbox } from '../../sandbox.ts'

/** What is still to be paid of an invoice is asked for by one payment. */
export function requestPayment(sandbox: Sandbox, invoice: Invoice) {
  if (invoice.amount_due === 0) return
  const intent = createIntent(sandbox, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: `Payment for Invoice ${invoice.number}`,
  })
  addInvoicePayment(sandbox, invoice, { payment_intent: intent.id, type: 'payment_intent' }, true)
}

export function lowerRequest(sandbox: Sandbox, { id, amount_due }: Invoice) {
  const { store } = sandbox
  const asked = store.all('invoice_payment').find((payment) => payment.invoice === id && payment.status === 'open')
  const intent = store.find('payment_intent', asked?.payment.payment_intent ?? '')
  if (!asked || !intent) return
  store.save({ ...asked, amount_requested: amount_due })
  store.save({ ...intent, amount: amount_due })
}

export const addInvoicePayment = (
  sandbox: Sandbox,
  invoice: Invoice,
  payment: InvoicePayment['payment'],
  isDefault: boolean,
) =>
  add<InvoicePayment>(sandbox, {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    created: sandbox.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: isDefault,
    livemode: false,
    payment,
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })

type Intent = Pick<PaymentIntent, 'amount' | 'currency' | 'customer' | 'description'> & {
  metadata?: Record<string, string>
}

export function createIntent(sandbox: Sandbox, { metadata = {}, ...intent }: Intent) {
  const id = newId('pi')
  return add<PaymentIntent>(
    sandbox,
    {
      id,
      object: 'payment_intent',
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      capture_method: 'automatic',
      client_secret: `${id}_secret_${randomText(25)}`,
      confirmation_method: 'automatic',
      created: sandbox.clock.now(),
      livemode: false,
      metadata,
      payment_method_types: ['card'],
      status: 'requires_payment_method',
      ...unset(
        'allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at',
        'cancellation_reason customer_account excluded_payment_method_types last_payment_error latest_charge',
        'managed_payments next_action on_behalf_of payment_method payment_method_configuration_details',
        'payment_method_options payment_record processing receipt_email review setup_future_usage shipping',
        'source statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
      ),
      ...intent,
    },
    'payment_intent.created',
  )
}

export function chargeCard(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  const isDeclined = decline !== undefined
  const charge = add(
    sandbox,
    newCharge(sandbox, intent, method, decline),
    isDeclined ? 'charge.failed' : 'charge.succeeded',
  )
  change(
    sandbox,
    intent,
    decline
      ? {
          last_payment_error: {
            charge: charge.id,
            code: 'card_declined',
            ...decline,
            payment_method: method as unknown as NonNullable<PaymentIntent['last_payment_error']>['payment_method'],
            type: 'card_error',
          },
          latest_charge: charge.id,
        }
      : {
          amount_received: intent.amount,
          last_payment_error: null,
          latest_charge: charge.id,
          payment_method: method.id,
          status: 'succeeded',
        },
    isDeclined ? 'payment_intent.payment_failed' : 'payment_intent.succeeded',
  )
  return charge
}

function newCharge(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  const isDeclined = decline !== undefined
  const id = newId('ch')
  const card = method.card
  const email = method.billing_details.email
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isDeclined ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'HIKMAH',
    captured: !isDeclined,
    created: sandbox.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: isDeclined ? 'card_declined' : null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      advice_code: isDeclined ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isDeclined ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: isDeclined
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
      type: isDeclined ? 'issuer_declined' : 'authorized',
    },
    paid: !isDeclined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: isDeclined ? null : intent.amount,
        brand: card?.brand ?? null,
        checks: card?.checks ?? null,
        country: card?.country ?? null,
        exp_month: card?.exp_month ?? 12,
        exp_year: card?.exp_year ?? 2030,
        funding: card?.funding ?? null,
        last4: card?.last4 ?? null,
        network: card?.brand ?? null,
        network_token: { used: false },
        regulated_status: 'unregulated',
        ...unset(
          'authorization_code electronic_commerce_indicator fingerprint installments mandate',
          'network_transaction_id three_d_secure transaction_link_id wallet',
        ),
      },
      type: 'card',
    },
    receipt_email: email,
    // The provider numbers a receipt when it mails it, which it does to customers with an address.
    receipt_number: isDeclined || !email ? null : `${randomText(4, '0123456789')}-${randomText(4, '0123456789')}`,
    receipt_url: isDeclined ? null : link(`/__sandbox/charges/${id}/receipt`),
    refunded: false,
    status: isDeclined ? 'failed' : 'succeeded',
    ...unset(
      'application application_fee application_fee_amount balance_transaction failure_balance_transaction',
      'on_behalf_of review shipping source source_transfer statement_descriptor statement_descriptor_suffix',
      'transfer_data transfer_group',
    ),
  }
}
