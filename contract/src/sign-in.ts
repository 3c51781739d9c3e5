import { z } from 'zod'
import { Email, Id, Nothing, SixDigits, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Permission, StaffRole } from './permissions.ts'

export const CODE_SENT = 'Code sent successfully'
export const INCORRECT = 'Incorrect email address or password'
export const ATTEMPTS_EXCEEDED = 'Login Attempts Exceeded'

/** A password as it is proved, not as it is chosen: no rule, only a bound on the work of hashing it. */
const ProvedPassword = z.string().max(1024, 'At most 1024 characters')

export const Credentials = z.object({
  userName: Email,
  password: ProvedPassword.min(1, 'Required'),
  checked: z.boolean().optional().default(false),
})

/** B-33: console staff carry one role entry. */
export const StaffRoleEntry = z.object({ application: z.literal('HIKMAH'), roles: StaffRole })

export const CurrentUser = z.object({
  _id: Id,
  userName: z.string(),
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  role: z.array(StaffRoleEntry),
  access: z.enum(['active', 'revoked']),
  imageDetails: z.object({ image: z.string() }),
  phoneNo: z.string(),
  address: z.object({
    line1: z.string(),
    line2: z.string(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    country: z.string(),
  }),
  /** What this person may do; the console hides and disables by it, the server enforces it. */
  permissions: z.array(Permission),
  /** Somebody else chose the password; a banner asks to change it. */
  passwordSetByOther: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** `token` is a signed `{sid, exp}`: `exp` in epoch seconds. It goes into the header `token`. */
const SignedIn = CurrentUser.extend({ token: z.string() })

export const Session = z.object({
  _id: Id,
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  ip: z.string(),
  browser: z.string(),
  operatingSystem: z.string(),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const oneSession = z.object({ id: Id })

export const signIn = {
  /**
   * Step one. Mails a code and answers an opaque pending token (10 minutes) that names the challenge and is useless
   * in the header `token`. Sending the pending token as `password` asks for a new code.
   * 401 for any wrong pair, 429 LOGIN_ATTEMPTS_EXCEEDED when locked, 429 RATE_LIMITED when asked too often.
   */
  authenticateWithPassword: endpoint({
    method: 'POST',
    path: '/hikmah/auth/authenticateWithPassword',
    allow: 'public',
    body: Credentials,
    response: z.object({ token: z.string() }),
  }),
  /** Step two. `password` is the password or the pending token. 401 OTP_INVALID for a wrong code. */
  authenticate: endpoint({
    method: 'POST',
    path: '/hikmah/auth/authenticate',
    allow: 'public',
    body: z.object({ code: SixDigits, userName: Email, password: ProvedPassword.min(1, 'Required') }),
    response: SignedIn,
  }),
  /** Signs in by the cookie `rememberMe`, or by its value sent as `password`. The value rotates at each use. */
  authenticateWithRememberMe: endpoint({
    method: 'POST',
    path: '/hikmah/auth/authenticateWithRememberMe',
    allow: 'public',
    body: z.object({
      userName: Text(254)
        .transform((text) => text.toLowerCase())
        .optional()
        .default(''),
      password: ProvedPassword.optional().default(''),
      checked: z.boolean().optional().default(true),
    }),
    response: SignedIn,
  }),
  getCurrentUser: endpoint({
    method: 'GET',
    path: '/hikmah/auth/getCurrentUser',
    allow: 'session.own',
    response: CurrentUser,
  }),
  /** Ends this session and forgets the remembered login of this browser. Answers 200 without a session too. */
  logout: endpoint({ method: 'POST', path: '/hikmah/auth/logout', allow: 'public', response: Nothing }),
  /** Ends every session and remembered login of the caller. */
  logoutAll: endpoint({ method: 'POST', path: '/hikmah/auth/logoutAll', allow: 'session.own', response: Nothing }),
  listSessions: endpoint({
    method: 'GET',
    path: '/hikmah/auth/sessions',
    allow: 'session.own',
    response: z.array(Session),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/hikmah/auth/sessions/:id',
    allow: 'session.own',
    params: oneSession,
    response: Nothing,
  }),
}
