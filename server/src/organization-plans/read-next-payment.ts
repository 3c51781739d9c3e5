import type { Data } from '@hikmah/contract/endpoint'
import type { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import type { Payments, Reads } from '../house.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { previewNextInvoice } from '../outside/stripe/plans.ts'
import { amountOf, dueNext, nextOf, readSubscriptionItems } from './queries.ts'

/** Of the whole subscription. The provider's own preview, or what its plans come to while it cannot be reached. */
export async function readNextPayment(
  { db, clock, stripe }: Reads & Payments,
  id: string,
): Promise<Data<typeof organizationPlans.readNextPayment>> {
  const rows = await readSubscriptionItems(db, id)
  const { currency } = rows[0].subscription
  if (nextOf(rows[0], clock.now()).kind !== 'pays') return { amount: null, currency, isEstimate: false }
  try {
    const { amount_due } = await previewNextInvoice(stripe, id)
    return { amount: amount_due, currency, isEstimate: false }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const amounts = dueNext(rows).map(amountOf)
    const isKnown = amounts.every((amount) => amount !== null)
    return { amount: isKnown ? amounts.reduce((sum, amount) => sum + amount, 0) : null, currency, isEstimate: true }
  }
}
