import { PRICE_ID } from '@hikmah/contract/plans'
import type { ApiError } from '../kit/api/api.ts'

export interface Found {
  state: 'found'
  id: string
  /** In cents. */
  amount: number
  /** Such as `1 month`; null for a one-time price. */
  every: string | null
  at: number
}

export type Lookup =
  | Found
  | { state: 'looking'; id: string }
  /** It cannot be used, or that is not known yet. */
  | { state: 'refused' | 'failed'; id: string; message: string }

/** Why prices that were looked up cannot be used, by their ids. */
export const refusedPrices = new Map<string, string>()

interface Callbacks {
  find: (id: string) => Promise<Found>
  /** In dollars; null if the price does not exist. */
  onPrice: (price: number | null) => void
  onState: (lookup: Lookup | undefined) => void
}

export const PASTE_REST_MS = 600

/**
 * Looks price ids up, one at a time and each once. The id that the form was opened with is taken as it is, unless it was
 * refused before.
 */
export function priceLookup(first: string, { find, onPrice, onState }: Callbacks) {
  let asked = first
  let pasted: (() => string) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop() {
    clearTimeout(timer)
    pasted = undefined
  }

  async function look(typed: string, again = false) {
    stop()
    const id = typed.trim()
    if ((!again && asked === id) || !PRICE_ID.test(id)) return
    asked = id
    onState({ state: 'looking', id })
    try {
      const found = await find(id)
      refusedPrices.delete(id)
      if (asked !== id) return
      onPrice(found.amount / 100)
      onState(found)
    } catch (failure) {
      const { status, message: said } = failure as ApiError
      const isRefused = status === 404 || status === 422
      const message = status === 404 ? 'No such price' : said.trim()
      if (isRefused) refusedPrices.set(id, message)
      if (asked !== id) return
      // Asked again, it leaves a price that was typed or saved meanwhile.
      if (status === 404 && !again) onPrice(null)
      onState({ state: isRefused ? 'refused' : 'failed', id, message })
    }
  }

  /** A moment after a paste, as the person may go on typing. `typed` reads the field at that time. */
  function lookSoon(typed: () => string) {
    clearTimeout(timer)
    pasted = typed
    timer = setTimeout(() => void look(typed()), PASTE_REST_MS)
  }

  return {
    /** The field is on the page. Returns what to do when it leaves. */
    start() {
      if (refusedPrices.has(first.trim())) void look(first, true)
      return stop
    },
    look,
    lookSoon,
    /** The id was changed. */
    forget() {
      asked = ''
      onState(undefined)
      if (pasted) lookSoon(pasted)
    },
  }
}
