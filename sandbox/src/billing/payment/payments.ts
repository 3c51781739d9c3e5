import { add } from '../../events/emit.ts'
import { newId, randomText } from '../../ids.ts'
import type { Invoice, InvoicePayment, PaymentIntent } from '../../records.ts'
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

/** A credit note on an open invoice leaves less to ask for. */
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
      allowed_payment_method_types: null,
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic',
      client_secret: `${id}_secret_${randomText(25)}`,
      confirmation_method: 'automatic',
      created: sandbox.clock.now(),
      customer_account: null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata,
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ['card'],
      payment_record: null,
      processing: null,
      receipt_email: null,
      review: null,
      setup_future_usage: null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: 'requires_payment_method',
      transfer_data: null,
      transfer_group: null,
      ...intent,
    },
    'payment_intent.created',
  )
}
