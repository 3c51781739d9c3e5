import type { Data } from '@hikmah/contract/endpoint'
import { FRACTIONAL_PRICE, plans, TIERED_PRICE } from '@hikmah/contract/plans'
import type { House, Payments, Reads } from '../house.ts'
import { limit } from '../kit/auth/throttle.ts'
import { notFound, type Refusal, unprocessable } from '../kit/errors/refusal.ts'
import { machineAddress } from '../kit/http/edge/network.ts'
import type { Identify, Serve } from '../kit/http/serve.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { readPrice } from '../outside/stripe/billing.ts'

const MAX_LOOKUPS_A_MINUTE = 20

export function planRoutes(serve: Serve, house: House, identify: Identify['staff']) {
  const lookUp = createPriceLookup(house)
  serve(plans.getStripePlan, async ({ actor, params, request }) => {
    // An office shares one address, so who is signed in is counted by the person.
    const { token } = request.headers
    const person = typeof token === 'string' ? await identify(token, request) : undefined
    const message = 'Too many look-ups of a price. Try again in a minute.'
    await limit(house, {
      key: `stripe-plans:${person?.id ?? machineAddress(actor.ip)}`,
      max: MAX_LOOKUPS_A_MINUTE,
      windowS: 60,
      message,
    })
    return lookUp(params.priceId)
  })
}

type Price = Data<typeof plans.getStripePlan>
type Answer = { price: Price } | { refusal: Refusal }

const KEPT_S = 300
const REFUSAL_KEPT_S = 5
const MAX_KEPT = 1000

/**
 * The prices of five minutes, and for a few seconds what was refused, which may be mended at the provider: the call needs
 * no token, and nobody should be able to make this console ask the provider as often as they like. Those who ask for the
 * same at once share one call.
 */
function createPriceLookup({ stripe, clock }: Payments & Pick<Reads, 'clock'>) {
  const answers = new Map<string, { answer: Answer; until: Date }>()
  const underWay = new Map<string, Promise<Answer>>()

  const ask = async (id: string): Promise<Answer> => {
    const price = await readPrice(stripe, 'visit', id)
    if (!price?.active) return { refusal: notFound('price') }
    const { unit_amount: amount, currency, recurring } = price
    if (amount === null) {
      const words = price.billing_scheme === 'tiered' ? TIERED_PRICE : FRACTIONAL_PRICE
      return { refusal: unprocessable('priceId', words) }
    }
    const { interval = null, interval_count: intervalCount = null } = recurring ?? {}
    return { price: { id: price.id, amount, currency, interval, intervalCount } }
  }

  const askOnce = (id: string) => {
    const lookup = underWay.get(id) ?? ask(id).finally(() => underWay.delete(id))
    underWay.set(id, lookup)
    return lookup
  }

  return async (id: string): Promise<Price> => {
    const now = clock.now()
    let entry = answers.get(id)
    if (!entry || entry.until <= now) {
      const answer = await askOnce(id)
      entry = { answer, until: secondsAfter(now, 'refusal' in answer ? REFUSAL_KEPT_S : KEPT_S) }
      const [oldest] = answers.keys()
      if (answers.size >= MAX_KEPT && oldest) answers.delete(oldest)
      answers.set(id, entry)
    }
    if ('refusal' in entry.answer) throw entry.answer.refusal
    return entry.answer.price
  }
}
