import { mergeMetadata } from '../../params.ts'
import type { CheckoutSession } from '../../records.ts'
import type { SessionParams } from './checkout-sessions.ts'

type Made = Pick<CheckoutSession, 'id' | 'created' | 'expires_at' | 'url'> & {
  line_items: NonNullable<CheckoutSession['line_items']>
}

export function newSession(params: SessionParams, made: Made): CheckoutSession {
  const items = made.line_items.data
  const sum = (of: 'amount_subtotal' | 'amount_total' | 'amount_discount') =>
    items.reduce((total, item) => total + item[of], 0)
  return {
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: sum('amount_subtotal'),
    amount_total: sum('amount_total'),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency: items[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.mode === 'payment' ? (params.customer_creation ?? 'if_required') : null,
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: (params.discounts ?? []).map(({ coupon, promotion_code }) => ({
      coupon: coupon ?? null,
      promotion_code: promotion_code ?? null,
    })),
    integration_identifier: null,
    invoice: null,
    invoice_creation:
      params.mode === 'payment'
        ? { enabled: params.invoice_creation?.enabled ?? false, invoice_data: NO_INVOICE_DATA }
        : null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: mergeMetadata(null, params.metadata),
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: sum('amount_discount'), amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
    ...made,
  }
}

const NO_INVOICE_DATA = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: null,
  rendering_options: null,
}
