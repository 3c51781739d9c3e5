import { z } from 'zod'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { PRICE_ID, PRICE_ID_INVALID } from './words.ts'

export const plans = describeEndpoints('Plans', paths, {
  /** X8. */
  getStripePlan: {
    summary: 'Look up a price of the payment provider',
    description: 'At most 20 a minute from one address.',
    refusals: {
      404: 'NOT_FOUND: there is no such price, or it is not active',
      429: 'RATE_LIMITED: too many look-ups',
      503: 'UNAVAILABLE: the payment provider is not configured',
    },
    allow: 'public',
    params: z.object({ priceId: z.string().regex(PRICE_ID, PRICE_ID_INVALID) }),
    /** `amount` in minor units (cents). */
    response: z.object({ id: z.string(), amount: z.int() }),
  },
})
