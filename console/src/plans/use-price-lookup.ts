import { plans } from '@hikmah/contract/plans/calls'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { formsWaitFor } from '../kit/form/fetching.ts'
import { type Found, type Lookup, priceLookup } from './price-lookup.ts'

const priceOf = (priceId: string) => ({
  ...read(plans.getStripePlan, { params: { priceId } }, { withoutToken: true }),
  retry: false,
  // What was looked up is so as long as its id stands there.
  gcTime: Number.POSITIVE_INFINITY,
})

function foundPrice(client: QueryClient, id: string): Found | undefined {
  const kept = client.getQueryState(priceOf(id).queryKey)
  if (kept?.status !== 'success' || !kept.data) return undefined
  return { state: 'found', id, amount: kept.data.data.amount, at: kept.dataUpdatedAt }
}

/** What was looked up since the console was opened, by its id. */
export function useFoundPrices() {
  const client = useQueryClient()
  return (id: string) => foundPrice(client, id)
}

/** Looks a price id up at the payment provider; `onPrice` gets its price in dollars, and null where there is no such. */
export function usePriceLookup(first: string, onPrice: (price: number | null) => void) {
  const client = useQueryClient()
  const [lookup, setLookup] = useState<Lookup | undefined>(() => foundPrice(client, first))
  const latest = useRef(onPrice)
  useLayoutEffect(() => {
    latest.current = onPrice
  })
  const [prices] = useState(() =>
    priceLookup(first, {
      async find(id) {
        const { data } = await formsWaitFor(
          'The price is being looked up',
          client.fetchQuery({ ...priceOf(id), staleTime: 0 }),
        )
        return { state: 'found', id, amount: data.amount, at: Date.now() }
      },
      onPrice: (price) => latest.current(price),
      onState: setLookup,
    }),
  )
  useEffect(() => prices.stop, [prices])
  return { lookup, ...prices }
}
