import { z } from 'zod'
import { BoundedText } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { LINK_UNKNOWN } from './papers-link.ts'

/** What the link in a notice or digest turns off. */
export const Subscription = z.object({
  /** Every topic of a digest, or the one of a notice. */
  topics: z.array(z.string()),
  isDigest: z.boolean(),
  /** Nothing of it is mailed any more. */
  isOff: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

const oneLink = z.object({ token: BoundedText(200, LINK_UNKNOWN) })
const UNKNOWN = { 404: 'NOT_FOUND: no email has this link', 429: 'RATE_LIMITED: too many links that no email has' }

export const unsubscribe = describeEndpoints('Unsubscribe', {
  readSubscription: {
    call: 'GET /hikmah/notices/:token',
    summary: 'Get what a link to turn notices off is for',
    description: 'For staff without a session: the link is in each notice and digest. Reading it changes nothing.',
    refusals: UNKNOWN,
    allow: 'public',
    params: oneLink,
    response: Subscription,
  },
  turnNoticesOff: {
    call: 'POST /hikmah/notices/:token/off',
    keyless: true,
    summary: 'Turn the notices of a link off',
    description:
      'The topic of a notice, or every topic that comes with the daily digest. A mail program sends its one click (RFC 8058) as a POST to the link itself, `/unsubscribe/:token`, which does the same.',
    refusals: UNKNOWN,
    allow: 'public',
    params: oneLink,
    response: Subscription,
  },
})
