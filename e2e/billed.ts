import { invoices } from '@hikmah/contract/invoices'
import { type createGiven, unique } from './given.ts'
import type { Platform, SignedIn } from './platform.ts'

/**
 * An organization that pays for a yearly plan with a code of 10 % off and for a monthly one, and was sent a bill that it has
 * not paid, as the payment provider knows it.
 */
export async function billedOrganization(
  platform: Platform,
  owner: SignedIn,
  given: Pick<ReturnType<typeof createGiven>, 'organization'>,
) {
  const { provider, customerOf, price } = await platform.sandbox()
  const { orgId, orgName } = await given.organization()
  const email = `accounts-${unique()}@masjid.example`
  const customer = await customerOf({ id: orgId, name: orgName, email })
  const code = `RAMADAN${unique().toUpperCase()}`
  const coupon = await provider.coupons.create({ percent_off: 10, duration: 'once' })
  const promo = await provider.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code })
  const yearly = await price('DEENKIOSK Standard', 36_000, 'year')
  const monthly = await price('DEENWEB Standard', 2950)
  const bought = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: yearly.id, quantity: 2 }],
    discounts: [{ promotion_code: promo.id }],
  })
  await provider.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
  const sent = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: yearly.id }],
    collection_method: 'send_invoice',
    days_until_due: 30,
  })
  const isThere = async () => {
    const { data } = await platform.call(
      invoices.listOrganizationInvoices,
      { params: { orgId }, query: { page: 1 } },
      owner.token,
    )
    return data.length === 3 && data.filter(({ status }) => status === 'paid').length === 2
  }
  while (!(await isThere())) await new Promise((again) => setTimeout(again, 100))
  return {
    orgId,
    orgName,
    email,
    code,
    paidId: bought.latest_invoice as string,
    openId: sent.latest_invoice as string,
    planId: bought.items.data[0]!.id,
  }
}
