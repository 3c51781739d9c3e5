import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { openPostgres } from '../src/kit/db/db.ts'
import { organizations } from '../src/organizations/table.ts'
import { SANDBOX_KEY } from '../src/outside/stripe/provider.ts'
import { stripeEvents } from '../src/payments/table.ts'
import type { RunningProcess } from './process.ts'

/** `provider` speaks to a payment sandbox as another client would; `control` moves it (sandbox/README.md). */
export function openSandbox(base: URL) {
  const provider = new Stripe(SANDBOX_KEY, {
    apiVersion: '2026-10-28.endive',
    host: base.hostname,
    port: base.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
  const control = async (path: string, body: object = {}) => {
    const answer = await fetch(new URL(`/__sandbox/${path}`, base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  return {
    provider,
    /** Pays for what an organization orders at the provider, as a customer of it. */
    checkOut: async (client_reference_id: string, customer: string, price: string, quantity: number) => {
      const session = await provider.checkout.sessions.create({
        mode: 'subscription',
        success_url: 'https://masjid.example',
        customer,
        client_reference_id,
        line_items: [{ price, quantity }],
      })
      return (await control(`checkout/${session.id}/pay`)) as { id: string; subscription: string; invoice: string }
    },
    /** `clock {advanceS}`, `faults {…}`, `events/replay {…}`, `checkout/cs_…/pay`. */
    control,
    /** A customer at the provider that belongs to an organization and pays by card. */
    customerOf: async (organization: { id: string; name: string; email: string }, card = 'pm_card_visa') => {
      const { id } = await provider.customers.create({
        name: organization.name,
        email: organization.email,
        metadata: { orgId: organization.id },
      })
      const method = await provider.paymentMethods.attach(card, { customer: id })
      return provider.customers.update(id, { invoice_settings: { default_payment_method: method.id } })
    },
    /** A price at the provider, monthly unless said. */
    price: async (name: string, unit_amount: number, interval: 'month' | 'year' = 'month') => {
      const product = await provider.products.create({ name })
      return provider.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring: { interval } })
    },
    /** A monthly price with parts of a cent, in cents. */
    fractionalPrice: (name: string, cents: string) =>
      provider.prices.create({
        product_data: { name },
        currency: 'usd',
        unit_amount_decimal: Stripe.Decimal.from(cents),
        recurring: { interval: 'month' },
      }),
    /** A monthly price that depends on the quantity: the first ten for $10.00 each, the others for $8.00. */
    tieredPrice: (name: string) =>
      provider.prices.create({
        product_data: { name },
        currency: 'usd',
        billing_scheme: 'tiered',
        tiers_mode: 'graduated',
        tiers: [
          { up_to: 10, unit_amount: 1000 },
          { up_to: 'inf', unit_amount: 800 },
        ],
        recurring: { interval: 'month' },
      }),
  }
}

/** Whether an organization's account at the provider is known to the console, which nobody has asked for it. */
export async function isAccountLinked(databaseUrl: string, organizationId: string): Promise<boolean> {
  const { db, close } = openPostgres(databaseUrl)
  const [row] = await db
    .select({ account: organizations.paymentAccountId })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  await close()
  return row?.account.startsWith('acct_') ?? false
}

/** Until a console has made the demo payments in its sandbox, and worked on all that it was told of them. */
export async function paymentsAreMade({ said }: RunningProcess, databaseUrl: string): Promise<void> {
  const { db, close } = openPostgres(databaseUrl)
  const waiting = () => db.$count(stripeEvents, eq(stripeEvents.state, 'received'))
  while (!/demo payments are made/.test(said()) || (await waiting()) > 0) {
    await new Promise((again) => setTimeout(again, 200))
  }
  await close()
}
