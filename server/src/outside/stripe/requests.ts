import type Stripe from 'stripe'
import { isMissing } from './errors.ts'
import type { PaymentProvider, Use } from './provider.ts'

/** An empty id makes the SDK call another endpoint (own account, all invoices), so ids are checked here. */
export function requireId(id: string): string {
  if (!/^[A-Za-z0-9_-]{3,255}$/.test(id)) throw new Error('This is not an id of the payment provider')
  return id
}

/** Of what is referred to, whether the provider sent its id alone or all of it. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** What was requested, or undefined where the provider has no such thing. */
export const undefinedIfMissing = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const LIMIT = 100

/** Every row of a list, page by page. `page` is given what it must send along. */
export async function* allOf<T extends { id: string }>(
  stripe: PaymentProvider,
  use: Use,
  page: (sdk: Stripe, paging: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T> {
  let after: string | undefined
  for (;;) {
    const list = await stripe.ask(use, (sdk) => page(sdk, { limit: LIMIT, ...(after && { starting_after: after }) }))
    yield* list.data
    after = list.data.at(-1)?.id
    if (!list.has_more || !after) return
  }
}

export const collect = async <T>(rows: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(rows)
