import { plans } from '@hikmah/contract/plans'
import type { House } from '../house.ts'
import { limit } from '../kit/auth/throttle.ts'
import { addressOf } from '../kit/http/edge/network.ts'
import type { Serve } from '../kit/http/serve.ts'
import { createPriceLookup } from './look-up-price.ts'

const MAX_LOOKUPS_A_MINUTE = 20

export function planRoutes(serve: Serve, house: House) {
  const lookUp = createPriceLookup(house)
  serve(plans.getStripePlan, async ({ actor, params }) => {
    const message = 'Too many look-ups of a price. Try again in a minute.'
    await limit(house, { key: `stripe-plans:${addressOf(actor.ip)}`, max: MAX_LOOKUPS_A_MINUTE, windowS: 60, message })
    return lookUp(params.priceId)
  })
}
