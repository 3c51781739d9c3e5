import type { Data } from '@hikmah/contract/endpoint'
import { plans } from '@hikmah/contract/plans'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../kit/api/api.ts'
import { read } from '../kit/api/data.ts'
import { formsWaitFor } from '../kit/form/fetching.ts'
import { type Found, type Lookup, priceLookup } from './price-lookup.ts'

type Price = Data<typeof plans.getStripePlan>

const priceOf = (priceId: string) => ({
  ...read(plans.getStripePlan, { params: { priceId } }, { withoutToken: true }),
  retry: false,
  // A look-up is valid as long as its id is in the field.
  gcTime: Number.POSITIVE_INFINITY,
})

/** All prices are in US dollars: an amount in another currency would be a different price. */
function foundOf(id: string, { amount, currency, interval, intervalCount }: Price, at: number): Found {
  if (currency !== 'usd')
    throw new ApiError(422, {
      message: `This price is in ${currency.toUpperCase()}, and prices here are in US dollars`,
    })
  return { state: 'found', id, amount, every: interval && `${intervalCount ?? 1} ${interval}`, at }
}

function foundPrice(client: QueryClient, id: string): Found | undefined {
  const kept = client.getQueryState(priceOf(id).queryKey)
  if (kept?.status !== 'success' || kept.data?.data.currency !== 'usd') return undefined
  return foundOf(id, kept.data.data, kept.dataUpdatedAt)
}

/** What was looked up since the console was opened, by its id. */
export function useFoundPrices() {
  const client = useQueryClient()
  return (id: string) => foundPrice(client, id)
}

interface Told {
  /** Its price in dollars, and null if it does not exist. */
  onPrice: (price: number | null) => void
  /** Without a reason it was found after all. */
  onRefused: (reason: string | undefined) => void
}

/** Looks a price id up at the payment provider. */
export function usePriceLookup(first: string, told: Told) {
  const client = useQueryClient()
  const [lookup, setLookup] = useState<Lookup | undefined>(() => foundPrice(client, first))
  const latest = useRef(told)
  useLayoutEffect(() => {
    latest.current = told
  })
  const [prices] = useState(() =>
    priceLookup(first, {
      async find(id) {
        const { data } = await formsWaitFor(
          'The price is being looked up',
          client.fetchQuery({ ...priceOf(id), staleTime: 0 }),
        )
        return foundOf(id, data, Date.now())
      },
      onPrice: (price) => latest.current.onPrice(price),
      onState(state) {
        setLookup(state)
        if (state?.state === 'refused') latest.current.onRefused(state.message)
        if (state?.state === 'found') latest.current.onRefused(undefined)
      },
    }),
  )
  useEffect(() => prices.start(), [prices])
  return { lookup, ...prices }
}
