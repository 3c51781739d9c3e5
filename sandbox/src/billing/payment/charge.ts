import { add, change } from '../../events/emit.ts'
import { newId, randomText } from '../../ids.ts'
import { link } from '../../links.ts'
import type { Charge, PaymentIntent, PaymentMethod } from '../../records.ts'
import type { Sandbox } from '../../sandbox.ts'

/** One attempt to take the money from a card. */
export function chargeCard(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  isDeclined: boolean,
): Charge {
  const charge = add(
    sandbox,
    newCharge(sandbox, intent, method, isDeclined),
    isDeclined ? 'charge.failed' : 'charge.succeeded',
  )
  change(
    sandbox,
    intent,
    isDeclined
      ? {
          last_payment_error: {
            charge: charge.id,
            code: 'card_declined',
            decline_code: 'generic_decline',
            message: 'Your card was declined.',
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

function newCharge(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, isDeclined: boolean): Charge {
  const id = newId('ch')
  const card = method.card
  const email = method.billing_details.email
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isDeclined ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'HIKMAH',
    captured: !isDeclined,
    created: sandbox.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: isDeclined ? 'card_declined' : null,
    failure_message: isDeclined ? 'Your card was declined.' : null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: isDeclined ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isDeclined ? 'declined_by_network' : 'approved_by_network',
      reason: isDeclined ? 'generic_decline' : null,
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
        authorization_code: null,
        brand: card?.brand ?? null,
        checks: card?.checks ?? null,
        country: card?.country ?? null,
        electronic_commerce_indicator: null,
        exp_month: card?.exp_month ?? 12,
        exp_year: card?.exp_year ?? 2030,
        fingerprint: null,
        funding: card?.funding ?? null,
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        network: card?.brand ?? null,
        network_token: { used: false },
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: email,
    // The provider numbers a receipt when it mails it, which it does to customers with an address.
    receipt_number: isDeclined || !email ? null : `${randomText(4, '0123456789')}-${randomText(4, '0123456789')}`,
    receipt_url: isDeclined ? null : link(`/__sandbox/charges/${id}/receipt`),
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isDeclined ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}
