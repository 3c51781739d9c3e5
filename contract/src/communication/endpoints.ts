import { z } from 'zod'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Arrivals } from './schemas.ts'

export const communication = describeEndpoints(paths, {
  /** Asked every few seconds by open consoles, so that new arrivals show by themselves. */
  readArrivals: {
    allow: 'communication.read',
    response: z.object({ demoRequests: Arrivals, contactInquiries: Arrivals }),
  },
})
