import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import type { RefundStatus } from '@hikmah/contract/orders/words'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { orderRefunds, orders } from '../src/orders/table.ts'
import type { organizations } from '../src/organizations/table.ts'
import { moneyMovements, stripeEvents } from '../src/payments/table.ts'
import { soon, startWithPayments } from './payments.ts'

type Organization = typeof organizations.$inferSelect

interface Bought {
  /** Name of the product, amount in cents, how many. */
  items?: [name: string, amount: number, quantity?: number][]
  interval?: 'month' | 'year'
  promo?: string
}

/** A server bound to a payment sandbox, and shoppers who check out there. */
export async function startWithOrders() {
  const server = await startWithPayments()
  const { provider, control, db, given, as, callWith, price, customerOf } = server
  /** A session of its own each time: some of these tests let months go by. */
  const admin: ReturnType<typeof callWith> = async (...asked) => (await as('admin'))(...asked)

  /** Checks out as a customer of the organization, without waiting for what follows. */
  const checkout = async (organization: Organization | undefined, { items, interval, promo }: Bought = {}) => {
    const bought = items ?? [['DEENKIOSK', 36_000, 2] as const, ['Announcements', 1250] as const]
    const prices = await Promise.all(bought.map(([name, amount]) => price(name, amount, interval)))
    const customer = organization && (await customerOf(organization))
    const session = await provider.checkout.sessions.create({
      mode: 'subscription',
      allow_promotion_codes: true,
      success_url: 'https://masjid.example',
      ...(customer && { customer: customer.id, client_reference_id: organization.id }),
      line_items: prices.map(({ id }, i) => ({ price: id, quantity: bought[i]![2] ?? 1 })),
    })
    return control(`checkout/${session.id}/pay`, promo ? { promotion_code: promo } : {}) as Promise<{
      id: string
      customer: string
      subscription: string
      invoice: string
    }>
  }

  /** What its entries come to is what its ledger says is kept, in every test. */
  const read = async (id: string, who = admin) => {
    const { data } = await who(endpoints.readOrder, { params: { id } })
    if (data) expect(data.money.find(({ net }) => net !== null)?.net ?? 0).toBe(data.ledger.netPaid)
    return data
  }

  const orderOf = async (checkoutId: string) => {
    let id = ''
    await soon(async () => {
      const [row] = await db.select({ id: orders.id }).from(orders).where(eq(orders.checkoutId, checkoutId))
      expect(row).toBeDefined()
      id = row!.id
    })
    return read(id)
  }

  return {
    ...server,
    admin,
    checkout,
    read,
    orderOf,
    /** Sets the refunds of an order to a status, once nothing that the provider says of them is on its way any more. */
    refundsStand: async (orderId: string, status: RefundStatus) => {
      const isThis = eq(orderRefunds.orderId, orderId)
      const refunds = await db.select().from(orderRefunds).where(isThis)
      const ids = refunds.map(({ id }) => id)
      const worked = and(eq(stripeEvents.type, 'refund.created'), eq(stripeEvents.state, 'done'))
      await soon(async () =>
        expect(await db.$count(stripeEvents, and(worked, inArray(stripeEvents.objectId, ids)))).toBe(ids.length),
      )
      await db.update(orderRefunds).set({ status }).where(isThis)
      const movement = sql`${moneyMovements.movement} || ${JSON.stringify({ status })}::jsonb`
      await db.update(moneyMovements).set({ movement }).where(inArray(moneyMovements.id, ids))
    },
    /** The order of an organization that checked out. */
    buy: async (bought: Bought = {}) => {
      const organization = await given.organization({ primaryPhone: '+15105550123' })
      const session = await checkout(organization, bought)
      const order = await orderOf(session.id)
      return { organization, session, order }
    },
    /** A promo code at the provider for a percentage off. */
    promoCode: async (code: string, percent_off: number, more: object = {}) => {
      const coupon = await provider.coupons.create({ percent_off, duration: 'forever' })
      return provider.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code, ...more })
    },
  }
}
