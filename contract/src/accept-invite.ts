import { z } from 'zod'
import { Id, NewPassword, SixDigits, Timestamp } from './common.ts'
import { Email } from './email.ts'
import { describeEndpoints } from './endpoint.ts'
import { EXAMPLE_PASSWORDS } from './words.ts'

export const INVITE_UNKNOWN = 'No invite matches this code and email. Check both in the email you received.'
export const INVITE_EXPIRED = 'This invite has expired. Ask us to send it again.'
export const INVITE_REVOKED = 'This invite was withdrawn. Ask us to send a new one.'
export const INVITE_USED = 'This invite has already been used. Sign in to your application instead.'
export const INVITE_BLOCKED = 'This organization is blocked, and nobody can join its team. Ask us why.'
export const INVITE_REPLACED = 'This code was replaced by a newer one. Use the code in the latest email.'

const code = z.object({ code: SixDigits })
const AcceptedBy = z.object({ code: SixDigits, email: Email, password: NewPassword })

const NO_SUCH_PAIR = 'NOT_FOUND: the code and the email do not belong together'
const NOT_OPEN = 'CONFLICT: the invite was used, replaced or revoked, or has expired'

export const acceptInvite = describeEndpoints('Accept invite', {
  findInvite: {
    call: 'GET /organizations/invite/:code',
    summary: 'Look up an invite',
    description: 'Finds an open invite by its code and email together. Five tries in 15 minutes.',
    refusals: { 404: NO_SUCH_PAIR, 409: NOT_OPEN },
    allow: 'public',
    params: code,
    query: z.object({ email: Email }),
    response: z.object({ orgName: z.string(), orgAdmin: z.string(), orgEmail: z.string(), expiresAt: Timestamp }),
  },
  acceptInvite: {
    call: 'POST /organizations/acceptInvite',
    repeatsByKey: true,
    summary: 'Accept an invite',
    description:
      "Creates the organization (onboarding), its first owner and the agreement log. The token is the organization's own. `papersPath` is where in the console the tax papers are sent. Single use; sent again with the same Idempotency-Key, code and password within a day, it answers with a new token and a new link.",
    example: {
      body: {
        code: '123456',
        email: 'admin@masjid.example',
        password: EXAMPLE_PASSWORDS.current,
        agreements: ['agreement', 'terms'],
      },
    },
    refusals: { 404: NO_SUCH_PAIR, 409: NOT_OPEN },
    allow: 'public',
    body: AcceptedBy.extend({
      agreements: z
        .array(z.enum(['agreement', 'terms']))
        .max(10)
        .refine(
          (accepted) => accepted.includes('agreement') && accepted.includes('terms'),
          'Accept the agreement and the terms',
        ),
    }),
    response: z.object({ token: z.string(), orgId: Id, papersPath: z.string() }),
  },
  findTeamInvite: {
    call: 'GET /organizations/teamInvite/:code',
    summary: 'Look up a team invite',
    description: 'Finds the invite of a member by its code and email together. Five tries in 15 minutes.',
    refusals: { 404: NO_SUCH_PAIR, 409: NOT_OPEN },
    allow: 'public',
    params: code,
    query: z.object({ email: Email }),
    response: z.object({ orgName: z.string(), name: z.string(), email: z.string() }),
  },
  acceptTeamInvite: {
    call: 'POST /organizations/acceptTeamInvite',
    keyless: true,
    summary: 'Accept a team invite',
    description: 'Confirms a member added by staff, who shows as Active from then on. Single use.',
    refusals: { 404: NO_SUCH_PAIR, 409: `${NOT_OPEN}, or its organization is blocked` },
    example: { body: { code: '123456', email: 'yusuf@masjid.example', password: EXAMPLE_PASSWORDS.current } },
    allow: 'public',
    body: AcceptedBy,
    response: z.object({ token: z.string(), orgId: Id }),
  },
})
