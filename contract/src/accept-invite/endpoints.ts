import { z } from 'zod'
import { Email, Id, NewPassword, SixDigits, Timestamp } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'

const code = z.object({ code: SixDigits })
const AcceptedBy = z.object({ code: SixDigits, email: Email, password: NewPassword })

/** Public: code and e-mail together, five tries in 15 minutes, single use. */
export const acceptInvite = describeEndpoints(paths, {
  findInvite: {
    allow: 'public',
    params: code,
    query: z.object({ email: Email }),
    response: z.object({ orgName: z.string(), orgAdmin: z.string(), orgEmail: z.string(), expiresAt: Timestamp }),
  },
  /** Makes the organization (onboarding), its first owner and the agreement log; the token is the organization's own. */
  acceptInvite: {
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
  },
  findTeamInvite: {
    allow: 'public',
    params: code,
    query: z.object({ email: Email }),
    response: z.object({ orgName: z.string(), name: z.string(), email: z.string() }),
  },
  /** Confirms a member that staff added; from then on the member shows Active. */
  acceptTeamInvite: {
    allow: 'public',
    body: AcceptedBy,
    response: z.object({ token: z.string(), orgId: Id }),
  },
})
