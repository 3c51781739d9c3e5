import { organizations } from '@hikmah/contract/organizations/endpoints'
import { openSandbox } from '../test/sandbox.ts'
import type { StaffHeaders } from './staff.ts'
import { about, chance, oneOf, type Stage } from './stage.ts'

const HOUR_S = 3600

/**
 * Somebody of an organization who buys at the provider's checkout, again and again; now and then pays late, ends what was
 * bought, or disputes a payment. Everything goes over the protocol of the payment sandbox, and comes to the console from
 * there.
 */
export async function shop(stage: Stage, staff: StaffHeaders, payments: string, n: number) {
  const { provider, control } = openSandbox(new URL(payments))
  const query = { status: 'approved', page: 1, limit: 50 } as const
  const approved = await stage.act(`shopper ${n}`, 'looked for an organization', () =>
    stage.call(organizations.listOrganizations, { query }, staff),
  )
  if (!approved?.length) return
  while (!stage.isOver) {
    await stage.wait(about(HOUR_S))
    if (stage.isOver) return
    const { _id: orgId, orgName, orgEmail } = oneOf(approved)
    const who = `shopper ${n}`
    const bought = await stage.act(who, `checked out for ${orgName}`, async () => {
      const { data: prices } = await provider.prices.list({ active: true, limit: 100 })
      const recurring = prices.filter((price) => price.recurring?.interval === 'month')
      if (recurring.length === 0) throw new Error('the provider has no monthly price')
      const customer = await provider.customers.create({ name: orgName, email: orgEmail, metadata: { orgId } })
      const method = await provider.paymentMethods.attach('pm_card_visa', { customer: customer.id })
      await provider.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
      const session = await provider.checkout.sessions.create({
        mode: 'subscription',
        customer: customer.id,
        client_reference_id: orgId,
        success_url: 'https://deen.example/thanks',
        line_items: [{ price: oneOf(recurring).id, quantity: 1 }],
      })
      await control(`checkout/${session.id}/pay`)
      return provider.checkout.sessions.retrieve(session.id)
    })
    const { customer, subscription } = bought ?? {}
    if (typeof customer !== 'string' || typeof subscription !== 'string') continue
    if (chance(0.3)) {
      await stage.wait(about(HOUR_S))
      await stage.act(who, `paid an invoice of ${orgName} late`, async () => {
        const { id } = await provider.subscriptions.create({
          customer,
          items: [{ price: (await provider.subscriptions.retrieve(subscription)).items.data[0]!.price.id }],
          collection_method: 'send_invoice',
          days_until_due: 1,
        })
        const [invoice] = (await provider.invoices.list({ subscription: id, limit: 1 })).data
        if (invoice?.status === 'draft') await provider.invoices.finalizeInvoice(invoice.id)
        if (invoice) await provider.invoices.pay(invoice.id)
      })
    }
    if (chance(0.2)) {
      await stage.act(who, `ended what ${orgName} had bought`, () =>
        provider.subscriptions.update(subscription, { cancel_at_period_end: true }),
      )
    }
    if (chance(0.2)) {
      await stage.act(who, `disputed a payment of ${orgName}`, async () => {
        const [charge] = (await provider.charges.list({ customer, limit: 1 })).data
        if (charge) await control(`charges/${charge.id}/dispute`)
      })
    }
  }
}
