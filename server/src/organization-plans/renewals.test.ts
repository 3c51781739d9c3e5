import { nextPaymentDate } from '@hikmah/contract/organization-plans/rules'
import { expect, test } from 'vitest'
import { startWithPayments } from '../../test/payments.ts'

const { given, provider, price, customerOf, control } = await startWithPayments()

/** Moves the clock of the provider to this moment. */
async function goTo(at: string) {
  const { created } = await provider.customers.create({})
  const advanceS = Date.parse(at) / 1000 - created
  expect(advanceS).toBeGreaterThan(0)
  await control('clock', { advanceS })
}

test('our rule gives the dates on which the provider renews, over the 31st, a leap day and the turn of the year', async () => {
  const customer = await customerOf(await given.organization())
  const [monthly, yearly] = [await price('Monthly', 1000), await price('Yearly', 10_000, 'year')]
  const subscribe = (of: { id: string }) =>
    provider.subscriptions.create({ customer: customer.id, items: [{ price: of.id }] })
  const endOf = async (id: string) => {
    const [item] = (await provider.subscriptions.retrieve(id)).items.data
    return item!.current_period_end
  }
  /** The payments of the provider, each after the one before it has come. */
  async function renewals(id: string, count: number): Promise<number[]> {
    const ends = [await endOf(id)]
    while (ends.length < count) {
      const { created } = await provider.customers.create({})
      await control('clock', { advanceS: ends.at(-1)! - created + 60 })
      ends.push(await endOf(id))
    }
    return ends
  }
  function ourDates(start: number, interval: string, count: number): number[] {
    const anchor = new Date(start * 1000)
    const dates: number[] = []
    while (dates.length < count) {
      const now = new Date((dates.at(-1) ?? start) * 1000)
      dates.push(nextPaymentDate(anchor, interval, 1, now).getTime() / 1000)
    }
    return dates
  }

  await goTo('2027-12-31T10:00:00Z')
  const onTheLast = await subscribe(monthly)
  expect(await renewals(onTheLast.id, 2)).toEqual(ourDates(onTheLast.billing_cycle_anchor, 'month', 2))
  await goTo('2028-02-29T09:00:00Z')
  const onLeapDay = await subscribe(yearly)
  expect(await renewals(onTheLast.id, 12)).toEqual(ourDates(onTheLast.billing_cycle_anchor, 'month', 13).slice(1))
  expect(await renewals(onLeapDay.id, 4)).toEqual(ourDates(onLeapDay.billing_cycle_anchor, 'year', 4))
}, 60_000)
