import { orders } from '@hikmah/contract/orders/endpoints'
import { type createGiven, unique } from './given.ts'
import type { Platform, SignedIn } from './platform.ts'

/**
 * An organization that checked out at the payment provider: two kiosks and an integration, monthly, with a code of 10 % off
 * once. Its order is made by what the provider tells us.
 */
export async function boughtOrder(
  platform: Platform,
  owner: SignedIn,
  given: Pick<ReturnType<typeof createGiven>, 'organization'>,
) {
  const { provider, customerOf, price, control } = await platform.sandbox()
  const { orgId, orgName } = await given.organization()
  const email = `accounts-${unique()}@masjid.example`
  const customer = await customerOf({ id: orgId, name: orgName, email })
  const codeOf = async (percent_off: number) => {
    const coupon = await provider.coupons.create({ percent_off, duration: 'once' })
    const code = `EID${unique().toUpperCase()}`
    await provider.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code })
    return code
  }
  const code = await codeOf(10)
  const kiosk = await price('DEENKIOSK', 36_000)
  const messages = await price('Announcements', 1250)
  const session = await provider.checkout.sessions.create({
    mode: 'subscription',
    allow_promotion_codes: true,
    success_url: 'https://masjid.example',
    customer: customer.id,
    client_reference_id: orgId,
    line_items: [
      { price: kiosk.id, quantity: 2 },
      { price: messages.id, quantity: 1 },
    ],
  })
  await control(`checkout/${session.id}/pay`, { promotion_code: code })
  for (;;) {
    const params = { orgId }
    const { data } = await platform.call(
      orders.listOrganizationOrders,
      { params, query: { page: 1, limit: 1 } },
      owner.token,
    )
    const [order] = data
    if (order?.payment === 'paid') {
      const { _id: id, orderNo } = order
      const bought = { id, orderNo, number: orderNo.slice(1), version: order.version, customerId: customer.id }
      return { ...bought, orgId, orgName, email, code, codeOf }
    }
    await new Promise((again) => setTimeout(again, 100))
  }
}
