import { z } from 'zod'
import { BoundedText, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { LINK_UNKNOWN } from './papers-link.ts'
import { PROVIDER_AWAY } from './payments.ts'
import { letterLanguages } from './tax-verification/papers.ts'

/** How long a link to replace the payment method is good for. */
export const METHOD_LINK_DAYS = 14

export const methodLinkStates = ['open', 'used', 'expired', 'revoked'] as const
export type MethodLinkState = (typeof methodLinkStates)[number]

/** What the page of a link shows to whoever holds it. */
export const MethodRequest = z.object({
  orgName: z.string(),
  language: z.enum(letterLanguages),
  state: z.enum(methodLinkStates),
  expiresAt: Timestamp,
})
export type MethodRequest = z.infer<typeof MethodRequest>

const oneLink = z.object({ token: BoundedText(100, LINK_UNKNOWN) })
const UNKNOWN = { 404: 'NOT_FOUND: nobody made such a link', 429: 'RATE_LIMITED: too many unknown links' }

export const paymentMethodLink = describeEndpoints('Payment method link', {
  readMethodRequest: {
    call: 'GET /organizations/paymentMethod/:token',
    summary: 'Get where a link to replace the payment method stands',
    description: 'For an organization without an account: the link is in the letter.',
    refusals: UNKNOWN,
    allow: 'public',
    params: oneLink,
    response: MethodRequest,
  },
  openMethodPage: {
    call: 'POST /organizations/paymentMethod/:token/open',
    keyless: true,
    summary: 'Open the provider’s page on which a payment method is saved',
    refusals: { ...UNKNOWN, 410: 'LINK_ENDED: `why` is used, expired or revoked', 502: PROVIDER_AWAY },
    allow: 'public',
    params: oneLink,
    response: z.object({ url: z.url() }),
  },
})
