import { needed, object, oneOf, range, text, within } from '../../params.ts'
import { listing, type Route, retrieve } from '../../route.ts'

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
    ({ created, invoice, payment, status }) =>
      (each) =>
        within(created, each.created) &&
        (!invoice || each.invoice === invoice) &&
        (!status || each.status === status) &&
        (!payment || (each.payment.type === payment.type && each.payment[payment.type] === payment[payment.type])),
  ),
  retrieve('payment_intent', '/v1/payment_intents'),
  listing(
    'payment_intent',
    '/v1/payment_intents',
    { created: range, customer: text },
    ({ created, customer }) =>
      (intent) =>
        within(created, intent.created) && (!customer || intent.customer === customer),
  ),
  retrieve('charge', '/v1/charges'),
  listing(
    'charge',
    '/v1/charges',
    { created: range, customer: text, payment_intent: text },
    ({ created, customer, payment_intent }) =>
      (charge) =>
        within(created, charge.created) &&
        (!customer || charge.customer === customer) &&
        (!payment_intent || charge.payment_intent === payment_intent),
  ),
]
