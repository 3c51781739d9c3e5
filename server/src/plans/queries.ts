import { billings, foreignPrice, NO_SUCH_PRICE } from '@hikmah/contract/plans/words'
import type { Payments } from '../house.ts'
import { invalid, Refusal } from '../kit/http/refusal.ts'
import { askForPrice } from './look-up-price.ts'

interface Billing {
  stripePlanId: string
  price: number
}
type Billings = Record<(typeof billings)[number], Billing>

/** A price id and the field that it is in. */
type PriceId = { field: string; id: string }

/** The price ids that are new, or that have another price beside them than before. */
export const changedPriceIds = (path: string, before: Billings | undefined, after: Billings): PriceId[] =>
  billings.flatMap((period) => {
    const { stripePlanId: id, price } = after[period]
    const was = before?.[period]
    if (!id || (was?.stripePlanId === id && was.price === price)) return []
    return { field: `${path}.${period}.stripePlanId`, id }
  })

/** Refuses ids of which the provider says that they cannot be used. Where it does not answer, they are taken. */
export async function assertUsablePrices(payments: Payments, priceIds: readonly PriceId[]): Promise<void> {
  const ids = [...new Set(priceIds.map(({ id }) => id))]
  const problems = new Map(await Promise.all(ids.map(async (id) => [id, await problemOf(payments, id)] as const)))
  for (const { field, id } of priceIds) {
    const problem = problems.get(id)
    if (problem) throw invalid(field, `${id}: ${problem}`)
  }
}

async function problemOf(payments: Payments, id: string): Promise<string | undefined> {
  try {
    const answer = await askForPrice(payments, 'page', id)
    if ('price' in answer) return answer.price.currency === 'usd' ? undefined : foreignPrice(answer.price.currency)
    return answer.refusal.status === 404 ? NO_SUCH_PRICE : answer.refusal.message
  } catch (failure) {
    if (failure instanceof Refusal) return undefined
    throw failure
  }
}
