import type Stripe from 'stripe'

/** What each `object` must look like, by the SDK's own declarations. */
export type Shapes = {
  account: Stripe.Account
  bank_account: Stripe.BankAccount
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  coupon: Stripe.Coupon | Stripe.DeletedCoupon
  credit_note: Stripe.CreditNote
  credit_note_line_item: Stripe.CreditNoteLineItem
  customer: Stripe.Customer | Stripe.DeletedCustomer
  discount: Stripe.Discount | Stripe.DeletedDiscount
  dispute: Stripe.Dispute
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  invoiceitem: Stripe.InvoiceItem
  item: Stripe.LineItem
  line_item: Stripe.InvoiceLineItem
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  person: Stripe.Person
  price: Stripe.Price
  product: Stripe.Product
  promotion_code: Stripe.PromotionCode
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  subscription_item: Stripe.SubscriptionItem | Stripe.DeletedSubscriptionItem
  subscription_schedule: Stripe.SubscriptionSchedule
  tax_rate: Stripe.TaxRate
  webhook_endpoint: Stripe.WebhookEndpoint | Stripe.DeletedWebhookEndpoint
  /** A union of 275 types, each with its own payload: the payload is held to the shape of its `object` instead. */
  event: Omit<Stripe.EventBase, 'data'> & { data: { object: object; previous_attributes?: object } }
}
