import { z } from 'zod'
import { CodeSent, SixDigits, Text } from '../common.ts'
import { Email } from '../email.ts'
import { readEmail } from '../email-address.ts'
import { describeEndpoints } from '../endpoint.ts'
import { EXAMPLE_PASSWORDS } from '../words.ts'
import { Credentials, CurrentUser, OwnZone, ProvedPassword, Session, SignedIn } from './schemas.ts'

export const CODE_SENT = 'Code sent successfully'
export const INCORRECT = 'Incorrect email address or password'
export const ATTEMPTS_EXCEEDED = 'Login Attempts Exceeded'
export const SIGN_OUT_EVERYWHERE = 'Sign out everywhere'
export const SIGNED_OUT_EVERYWHERE = 'Signed out everywhere'
export const BACK_TO_SIGN_IN = 'Back to sign in'

/** Of the calls of staff and of members alike. */
export const LOCKED_OUT = 'LOGIN_ATTEMPTS_EXCEEDED: locked after too many failures'
export const TOO_MANY_SIGN_INS = `${LOCKED_OUT}. RATE_LIMITED: too many codes requested`
export const CODE_REFUSED = 'OTP_INVALID: the code is wrong or has expired'

export const signIn = describeEndpoints('Sign in', {
  authenticateWithPassword: {
    call: 'POST /hikmah/auth/authenticateWithPassword',
    keyless: true,
    summary: 'Sign in, step one: request a code',
    description:
      'Emails a code and answers a pending token, valid for 10 minutes, which is not accepted in the header `token`. Send the pending token as `password` to get a new code.',
    refusals: {
      401: 'UNAUTHENTICATED: user name and password do not match',
      429: TOO_MANY_SIGN_INS,
    },
    example: { body: { userName: 'owner@hikmah.example', password: EXAMPLE_PASSWORDS.current, checked: true } },
    allow: 'public',
    body: Credentials,
    response: z.object({ token: z.string(), ...CodeSent.shape }),
    message: CODE_SENT,
  },
  authenticate: {
    call: 'POST /hikmah/auth/authenticate',
    keyless: true,
    summary: 'Sign in, step two: enter the code',
    description:
      '`password` is the password or the pending token. `timeZone` is where daily digests arrive in the morning, such as America/Chicago.',
    refusals: {
      401: CODE_REFUSED,
      429: LOCKED_OUT,
    },
    example: { body: { userName: 'owner@hikmah.example', password: EXAMPLE_PASSWORDS.current, code: '123456' } },
    allow: 'public',
    body: z.object({
      code: SixDigits,
      userName: Email,
      password: ProvedPassword.min(1, 'Required'),
      timeZone: OwnZone,
    }),
    response: SignedIn,
  },
  authenticateWithRememberMe: {
    call: 'POST /hikmah/auth/authenticateWithRememberMe',
    keyless: true,
    summary: 'Sign in with a remembered login',
    description:
      'With the cookie `rememberMe`, or with its value sent as `password`; any other password is not looked at. A `userName` must be the remembered one. The value changes with each use.',
    refusals: {
      401: 'UNAUTHENTICATED: the value is no longer valid',
      403: 'FORBIDDEN: called from another website',
      429: LOCKED_OUT,
    },
    example: { body: { userName: 'owner@hikmah.example', checked: true } },
    allow: 'public',
    body: z.object({
      userName: Text(254)
        .transform((text) => readEmail(text) ?? text.toLowerCase())
        .optional()
        .default(''),
      password: ProvedPassword.optional().default(''),
      checked: z.boolean().optional().default(true),
      timeZone: OwnZone,
    }),
    response: SignedIn,
  },
  getCurrentUser: {
    call: 'GET /hikmah/auth/getCurrentUser',
    summary: 'Get the signed-in person',
    allow: 'session.own',
    response: CurrentUser,
  },
  logout: {
    call: 'POST /hikmah/auth/logout',
    keyless: true,
    summary: 'Sign out',
    description:
      'Ends this session and forgets the remembered login of this browser. Answers 200 without a session too.',
    allow: 'public',
  },
  logoutAll: {
    call: 'POST /hikmah/auth/logoutAll',
    summary: SIGN_OUT_EVERYWHERE,
    description: 'Ends every session and remembered login of the caller.',
    allow: 'session.own',
  },
  listSessions: {
    call: 'GET /hikmah/auth/sessions',
    summary: "List one's sessions",
    allow: 'session.own',
    response: z.array(Session),
  },
  revokeSession: {
    call: 'DELETE /hikmah/auth/sessions/:id',
    summary: "End one of one's sessions",
    allow: 'session.own',
  },
})
