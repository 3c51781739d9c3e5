import type Stripe from 'stripe'
import type { PaymentProvider } from './provider.ts'
import { collectAll, idOf, requireId } from './requests.ts'

interface Saving {
  customer: string
  currency: string
  /** Ours, by which it is known when it was saved. */
  link: string
  returnUrl: string
}

/** A page of the provider on which somebody saves a payment method; nothing is charged. */
export async function openSavingPage(stripe: PaymentProvider, { customer, currency, link, returnUrl }: Saving) {
  const session = await stripe.ask('visit', (sdk) =>
    sdk.checkout.sessions.create({
      mode: 'setup',
      customer: requireId(customer),
      currency,
      metadata: { methodLink: link },
      success_url: `${returnUrl}?saved=1`,
      cancel_url: returnUrl,
    }),
  )
  return session.url
}

/** Null where nothing was saved, or somebody else asked for it. */
export async function readSaved(stripe: PaymentProvider, id: string) {
  const session = await stripe.ask('work', (sdk) =>
    sdk.checkout.sessions.retrieve(requireId(id), { expand: ['setup_intent'] }),
  )
  const setup = session.setup_intent
  const method = typeof setup === 'object' ? idOf(setup?.payment_method) : null
  const customer = idOf(session.customer)
  const link = session.metadata?.methodLink
  return session.status === 'complete' && method && customer && link ? { method, customer, link } : null
}

/** Of the customer and of the subscriptions that have one of their own, which are returned. Done again, it changes nothing. */
export async function makeDefault(stripe: PaymentProvider, customer: string, method: string): Promise<string[]> {
  const settings = { default_payment_method: requireId(method) }
  await stripe.ask('work', (sdk) => sdk.customers.update(requireId(customer), { invoice_settings: settings }))
  const running = await collectAll<Stripe.Subscription>(stripe, 'work', (sdk, paging) =>
    sdk.subscriptions.list({ ...paging, customer: requireId(customer) }),
  )
  const others = running.filter(({ default_payment_method: own }) => own !== null && idOf(own) !== method)
  for (const { id } of others) await stripe.ask('work', (sdk) => sdk.subscriptions.update(requireId(id), settings))
  return others.map(({ id }) => id)
}
