import type Stripe from 'stripe'
import type { PaymentProvider, Use } from './provider.ts'

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
