import { z } from 'zod'
import { BoundedText, CodeSent, Id, NewPassword, SixDigits, Timestamp } from './common.ts'
import { Email } from './email.ts'
import { describeEndpoints } from './endpoint.ts'
import { RolePair } from './organization-team.ts'
import { OrganizationStatus } from './organizations/schemas.ts'
import { PASSWORD_CHANGED } from './profile/endpoints.ts'
import { CODE_REFUSED, CODE_SENT, LOCKED_OUT, TOO_MANY_SIGN_INS } from './sign-in/endpoints.ts'
import { Credentials, ProvedPassword } from './sign-in/schemas.ts'
import { EXAMPLE_PASSWORDS } from './words.ts'

/** An organization's token and, with it, one refresh token after the other until the code is due again. */
export const MEMBER_TOKEN_HOURS = 12
export const REFRESH_TOKEN_DAYS = 30

export const MEMBER_SIGN_IN_ENDED = 'This sign-in has ended. Sign in again.'

const RefreshToken = BoundedText(128).min(1, 'Required')

const MemberSignedIn = z.object({
  /** Goes into the header `token`. */
  token: z.string(),
  /** Good for one use. */
  refreshToken: z.string(),
  /** Of `token`. */
  expiresAt: Timestamp,
  /** Of this sign-in: no refresh token leads beyond it. */
  refreshExpiresAt: Timestamp,
  orgId: Id,
  orgName: z.string(),
  /** What a blocked organization may not do is refused call by call. */
  orgStatus: OrganizationStatus,
  role: z.array(RolePair),
})
export type MemberSignedIn = z.infer<typeof MemberSignedIn>

const person = { userName: 'yusuf@masjid.example', password: EXAMPLE_PASSWORDS.current }
const EXAMPLE_REFRESH_TOKEN = 'mr1.q5mUeD2yS0a1xF8cT7bLhg.5l8Y0m9v0i3cVw4nQz1tKpA7sRrE2dXyJhUuG6oBfLk'

export const memberSignIn = describeEndpoints('Member sign in', {
  authenticateMemberWithPassword: {
    call: 'POST /organizations/auth/authenticateWithPassword',
    keyless: true,
    summary: 'Sign a member in, step one: request a code',
    description:
      'Emails a code and answers a pending token, valid for 10 minutes, which is not accepted in the header `token`. Send the pending token as `password` to get a new code. `organizations` are those that the password opens, the oldest membership first.',
    refusals: {
      401: 'UNAUTHENTICATED: user name and password do not match, or the person has no access',
      429: TOO_MANY_SIGN_INS,
    },
    example: { body: person },
    allow: 'public',
    body: Credentials.omit({ checked: true }),
    response: z.object({
      token: z.string(),
      ...CodeSent.shape,
      organizations: z.array(z.object({ orgId: Id, orgName: z.string() })),
    }),
    message: CODE_SENT,
  },
  authenticateMember: {
    call: 'POST /organizations/auth/authenticate',
    keyless: true,
    summary: 'Sign a member in, step two: enter the code',
    description: `\`password\` is the password or the pending token. \`orgId\` says which organization, where the password opens several; without it the first of them opens. \`token\` is good for ${MEMBER_TOKEN_HOURS} hours, the sign-in with its refresh tokens for ${REFRESH_TOKEN_DAYS} days. At most ten at a time; the oldest ends.`,
    refusals: { 401: CODE_REFUSED, 429: LOCKED_OUT },
    example: { body: { ...person, code: '123456' } },
    allow: 'public',
    body: z.object({
      code: SixDigits,
      userName: Email,
      password: ProvedPassword.min(1, 'Required'),
      orgId: Id.optional(),
    }),
    response: MemberSignedIn,
  },
  sendMemberResetCode: {
    call: 'POST /organizations/auth/forgotPassword',
    keyless: true,
    summary: 'Forgotten password, step one: request a code',
    description:
      'Emails a code with which a new password is chosen, if the email address belongs to somebody who may sign in. The answer is the same if it does not.',
    refusals: { 429: 'RATE_LIMITED: too many codes for this email address' },
    example: { body: { userName: person.userName } },
    allow: 'public',
    body: z.object({ userName: Email }),
    response: CodeSent,
    message: CODE_SENT,
  },
  resetMemberPassword: {
    call: 'POST /organizations/auth/resetPassword',
    keyless: true,
    summary: 'Forgotten password, step two: choose a new one',
    description:
      'Sets the password in every organization of the person, and ends all their sign-ins. Then sign in with it.',
    refusals: { 401: CODE_REFUSED, 429: LOCKED_OUT },
    example: { body: { userName: person.userName, code: '123456', newPassword: EXAMPLE_PASSWORDS.next } },
    allow: 'public',
    body: z.object({ userName: Email, code: SixDigits, newPassword: NewPassword }),
    message: PASSWORD_CHANGED,
  },
  refreshMemberToken: {
    call: 'POST /organizations/auth/refresh',
    repeatsByKey: true,
    summary: 'Get a new token with the refresh token',
    description:
      'The refresh token is used up and the answer has the next one. A used refresh token is taken for a copy and ends the sign-in, unless it comes with the Idempotency-Key of its first use and the next one was not used yet: then the answer has the same next one again. Send a new key with each refresh, and the same when you repeat one whose answer was lost.',
    refusals: { 401: 'UNAUTHENTICATED: the refresh token is not valid, was used before, or the person has no access' },
    example: { body: { refreshToken: EXAMPLE_REFRESH_TOKEN } },
    allow: 'public',
    body: z.object({ refreshToken: RefreshToken }),
    response: MemberSignedIn,
  },
  logoutMember: {
    call: 'POST /organizations/auth/logout',
    keyless: true,
    summary: 'Sign a member out',
    description:
      'Ends the sign-in of the header `token`, or of `refreshToken` where the token has expired: no token and no refresh token of it is good any more. Answers 200 without a sign-in too.',
    example: { body: { refreshToken: EXAMPLE_REFRESH_TOKEN } },
    allow: 'public',
    body: z.object({ refreshToken: RefreshToken.optional() }).nullish(),
  },
})
