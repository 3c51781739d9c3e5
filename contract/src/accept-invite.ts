import { z } from 'zod'
import { Email, Id, NewPassword, SixDigits, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const INVITE_UNKNOWN = 'No invite matches this code and e-mail. Check both in the mail you received.'
export const INVITE_EXPIRED = 'This invite has expired. Ask us to send it again.'
export const INVITE_REVOKED = 'This invite was withdrawn. Ask us to send a new one.'
export const INVITE_USED = 'This invite has been used already. Sign in to your application instead.'
export const INVITE_REPLACED = 'This code was replaced by a newer one. Use the latest mail.'

const code = z.object({ code: SixDigits })
const AcceptedBy = z.object({ code: SixDigits, email: Email, password: NewPassword })

/** Public: code and e-mail together, five tries in 15 minutes, single use. */
export const acceptInvite = {
  findInvite: endpoint({
    method: 'GET',
    path: '/organizations/invite/:code',
    allow: 'public',
    params: code,
    query: z.object({ email: Email }),
    response: z.object({ orgName: z.string(), orgAdmin: z.string(), orgEmail: z.string(), expiresAt: Timestamp }),
  }),
  /** Makes the organization (onboarding), its first owner and the agreement log; the token is the organization's own. */
  acceptInvite: endpoint({
    method: 'POST',
    path: '/organizations/acceptInvite',
    allow: 'public',
    body: AcceptedBy.extend({
      agreements: z
        .array(z.enum(['agreement', 'terms']))
        .max(10)
        .refine(
          (given) => given.includes('agreement') && given.includes('terms'),
          'Accept the agreement and the terms',
        ),
    }),
    response: z.object({ token: z.string(), orgId: Id }),
  }),
  findTeamInvite: endpoint({
    method: 'GET',
    path: '/organizations/teamInvite/:code',
    allow: 'public',
    params: code,
    query: z.object({ email: Email }),
    response: z.object({ orgName: z.string(), name: z.string(), email: z.string() }),
  }),
  /** Confirms a member that staff added; from then on the member shows Active. */
  acceptTeamInvite: endpoint({
    method: 'POST',
    path: '/organizations/acceptTeamInvite',
    allow: 'public',
    body: AcceptedBy,
    response: z.object({ token: z.string(), orgId: Id }),
  }),
}
