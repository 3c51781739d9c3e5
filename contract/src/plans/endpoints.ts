import { z } from 'zod'
import { PatternText } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { PRICE_ID, PRICE_ID_INVALID } from './words.ts'

export const plans = describeEndpoints('Plans', paths, {
  /** X8. */
  getStripePlan: {
    summary: 'Look up a price of the payment provider',
    description: 'At most 20 a minute from one address. A price is kept for five minutes, a refusal for five seconds.',
    refusals: {
      404: 'NOT_FOUND: there is no such price, or it is not active',
      422: 'VALIDATION: the price has no single whole amount',
      429: 'RATE_LIMITED: too many look-ups',
      502: 'UPSTREAM: the payment provider cannot be reached',
      503: 'UNAVAILABLE: the payment provider is not configured, or gets too many requests right now',
    },
    allow: 'public',
    params: z.object({ priceId: PatternText(100, PRICE_ID, PRICE_ID_INVALID) }),
    /** `amount` in minor units of `currency`; `interval` such as `month`, null for a price that is paid once. */
    response: z.object({
      id: z.string(),
      amount: z.int(),
      currency: z.string(),
      interval: z.string().nullable(),
      intervalCount: z.int().nullable(),
    }),
  },
})
