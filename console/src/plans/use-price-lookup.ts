import { plans } from '@hikmah/contract/plans/calls'
import { PRICE_ID } from '@hikmah/contract/plans/words'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, call } from '../kit/api/api.ts'

type Lookup =
  | { state: 'looking' | 'unknown'; id: string }
  | { state: 'found'; id: string; at: number }
  | { state: 'failed'; id: string; message: string }

const PASTE_REST_MS = 600

/**
 * Looks a price id up at the payment provider; `onPrice` gets its price in dollars, and null where there is no such. The
 * id that the form was opened with is taken as it is.
 */
export function usePriceLookup(first: string, onPrice: (price: number | null) => void) {
  const [lookup, setLookup] = useState<Lookup>()
  const asked = useRef(first)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function look(typed: string, again = false) {
    clearTimeout(timer.current)
    const id = typed.trim()
    if ((!again && asked.current === id) || !PRICE_ID.test(id)) return
    asked.current = id
    setLookup({ state: 'looking', id })
    try {
      const { data } = await call(plans.getStripePlan, { params: { priceId: id } }, { withoutToken: true })
      if (asked.current !== id) return
      onPrice(data.amount / 100)
      setLookup({ state: 'found', id, at: Date.now() })
    } catch (failure) {
      if (asked.current !== id) return
      const { status, message } = failure as ApiError
      if (status !== 404) return setLookup({ state: 'failed', id, message: message.trim() })
      onPrice(null)
      setLookup({ state: 'unknown', id })
    }
  }

  return {
    lookup,
    look,
    /** A moment after a paste, as somebody may go on typing. */
    lookSoon(typed: () => string) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void look(typed()), PASTE_REST_MS)
    },
    /** Another id is typed. */
    forget() {
      asked.current = ''
      setLookup(undefined)
    },
  }
}
