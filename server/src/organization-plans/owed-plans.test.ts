import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { expect, test } from 'vitest'
import { soon } from '../../test/payments.ts'
import { startWithPlans } from '../../test/plans.ts'

const server = await startWithPlans()
const { admin, read, plansOf, provider, control, clock, subscriber, yearly } = server
const { readNextPayment } = organizationPlans
const DAY = 86_400

/** Our clock goes with the provider's: what is late is late here. */
async function letPass(seconds: number) {
  await control('clock', { advanceS: seconds })
  clock.advance(seconds)
}

test('a renewal that is drawn up and not charged yet is being charged, and is not the payment of next year', async () => {
  const { id, itemId, subscription } = await subscriber({ items: [{ price: yearly.id }] })
  const end = subscription.items.data[0]!.current_period_end
  const { created } = await provider.customers.create({})
  await letPass(end - created + 600)
  await soon(async () =>
    expect(await read(id, itemId)).toMatchObject({
      next: { kind: 'charging', at: new Date(end * 1000).toISOString() },
      paidNextWith: [],
      owed: null,
    }),
  )
  expect((await admin(readNextPayment, { params: { id } })).data).toMatchObject({ amount: 29_580, isEstimate: false })
  await letPass(7200)
  await soon(async () => expect((await read(id, itemId)).next.kind).toBe('pays'))
})

test('a plan that is past due says what is owed, since when, how often it was tried, why it was refused and when it is tried again', async () => {
  const { id, itemId, subscription } = await subscriber()
  await provider.customers.update(subscription.customer as string, {
    invoice_settings: { default_payment_method: 'pm_card_chargeDeclined' },
  })
  await letPass(31 * DAY + 7200)
  const [bill] = (await provider.invoices.list({ subscription: id })).data
  await soon(async () =>
    expect(await read(id, itemId)).toMatchObject({
      status: 'past_due',
      owed: {
        amount: 2900,
        since: new Date(bill!.status_transitions.finalized_at! * 1000).toISOString(),
        isOverdue: true,
        invoiceId: bill!.id,
        attempts: 1,
        nextTryAt: new Date(bill!.next_payment_attempt! * 1000).toISOString(),
        decline: 'generic_decline',
      },
    }),
  )
  await letPass(20 * DAY)
  await soon(async () => expect((await read(id, itemId)).owed).toMatchObject({ attempts: 4, nextTryAt: null }))

  await provider.invoices.pay(bill!.id, { paid_out_of_band: true })
  await soon(async () => expect(await read(id, itemId)).toMatchObject({ status: 'active', owed: null }))
})

test('a plan that is paid by invoice says so, shows no card, and says when its invoice is due', async () => {
  const { id, itemId } = await subscriber({ collection_method: 'send_invoice', days_until_due: 14 })
  const owed = { amount: 2900, isOverdue: false, attempts: 0 }
  await soon(async () => expect(await read(id, itemId)).toMatchObject({ isPaidByInvoice: true, owed }))
  await letPass(15 * DAY)
  await soon(async () =>
    expect(await read(id, itemId)).toMatchObject({ status: 'past_due', owed: { isOverdue: true, decline: '' } }),
  )
})

test('a trial and its end are said, and one that has ended has no next payment', async () => {
  const { organization, id, itemId, subscription } = await subscriber({ trial_period_days: 14 })
  await provider.subscriptions.create({ customer: subscription.customer as string, items: [{ price: yearly.id }] })
  await soon(async () => expect((await plansOf(organization.id)).stripeData).toHaveLength(2))
  const trialEnd = new Date(subscription.trial_end! * 1000).toISOString()
  expect(await read(id, itemId)).toMatchObject({ status: 'trialing', trialEnd, next: { kind: 'pays', at: trialEnd } })
  const onTrial = async () => (await plansOf(organization.id, admin, 'trial')).stripeData.map(({ _id }) => _id)
  expect(await onTrial()).toEqual([itemId])
  await provider.subscriptions.cancel(id)
  await soon(async () =>
    expect(await read(id, itemId)).toMatchObject({ status: 'canceled', trialEnd: null, next: { kind: 'none' } }),
  )
  expect(await onTrial()).toEqual([])
})
