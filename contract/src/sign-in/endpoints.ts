import { z } from 'zod'
import { Email, Id, Nothing, SixDigits, Text } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Credentials, CurrentUser, ProvedPassword, Session, SignedIn } from './schemas.ts'
import { CODE_SENT } from './words.ts'

const oneSession = z.object({ id: Id })

export const signIn = describeEndpoints(paths, {
  /**
   * Step one. Mails a code and answers an opaque pending token (10 minutes) that names the challenge and is useless
   * in the header `token`. Sending the pending token as `password` asks for a new code.
   * 401 for any wrong pair, 429 LOGIN_ATTEMPTS_EXCEEDED when locked, 429 RATE_LIMITED when asked too often.
   */
  authenticateWithPassword: {
    allow: 'public',
    body: Credentials,
    response: z.object({ token: z.string() }),
    message: CODE_SENT,
  },
  /** Step two. `password` is the password or the pending token. 401 OTP_INVALID for a wrong code. */
  authenticate: {
    allow: 'public',
    body: z.object({ code: SixDigits, userName: Email, password: ProvedPassword.min(1, 'Required') }),
    response: SignedIn,
  },
  /** Signs in by the cookie `rememberMe`, or by its value sent as `password`. The value rotates at each use. */
  authenticateWithRememberMe: {
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
  },
  getCurrentUser: {
    allow: 'session.own',
    response: CurrentUser,
  },
  /** Ends this session and forgets the remembered login of this browser. Answers 200 without a session too. */
  logout: {
    allow: 'public',
    response: Nothing,
  },
  /** Ends every session and remembered login of the caller. */
  logoutAll: {
    allow: 'session.own',
    response: Nothing,
  },
  listSessions: {
    allow: 'session.own',
    response: z.array(Session),
  },
  revokeSession: {
    allow: 'session.own',
    params: oneSession,
    response: Nothing,
  },
})
