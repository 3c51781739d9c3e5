import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createAgreement } from '../../test/agreement.ts'
import { soon, startWithPayments } from '../../test/payments.ts'
import { refresh } from '../payments/refresh.ts'
import { stripeEvents, stripeInvoices, stripeProducts } from '../payments/table.ts'
import { repairRevenueDays } from './sums.ts'

const { house, db, as, given, provider, control, customerOf, price } = await startWithPayments()
const { expectAgreement } = createAgreement(await as('admin'))

test('what is billed on one day for the same products is summed, however it comes and how often', async () => {
  const prices = [await price('DEENKIOSK Standard', 3900), await price('DEENSCREEN Standard', 1900)]
  const ids: string[] = []
  for (const order of [prices, prices.toReversed(), prices, prices.toReversed()]) {
    const customer = await customerOf(await given.organization())
    const items = order.map(({ id }) => ({ price: id }))
    const subscription = await provider.subscriptions.create({ customer: customer.id, items })
    ids.push(subscription.latest_invoice as string)
  }
  const [refunded, ...rest] = ids
  await provider.creditNotes.create({ invoice: refunded!, amount: 900, refund_amount: 900 })
  await control('events/replay', { duplicate: true, reverse: true })
  // The copies are written at the same time too, over what came by the events.
  const again = [...rest, ...ids.toReversed(), ...ids]
  await Promise.all(again.map((id) => refresh(house, 'invoice', id)))
  await soon(async () => {
    expect(await db.$count(stripeEvents, inArray(stripeEvents.state, ['received', 'failed']))).toBe(0)
    const mirrored = await db.select().from(stripeInvoices)
    expect(mirrored.map(({ status }) => status)).toEqual(ids.map(() => 'paid'))
    // Replayed in reverse, the products come last, and without them nobody knows their names.
    expect(await db.$count(stripeProducts)).toBe(prices.length)
  })
  const { currencies } = await expectAgreement({ period: 'last-12-months' })
  expect(currencies).toHaveLength(1)
  expect(currencies[0]).toMatchObject({
    paid: { amount: 4 * 5800, invoices: 4, refunded: 900 },
    revenue: {
      applications: [
        { name: 'DEENKIOSK Standard', amount: 4 * 3900 },
        { name: 'DEENSCREEN Standard', amount: 4 * 1900 },
      ],
    },
  })
  expect(await repairRevenueDays(db)).toEqual([])
})
