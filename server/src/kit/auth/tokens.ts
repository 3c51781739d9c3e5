import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { Refusal, rateLimited } from '../errors/refusal.ts'
import { hmac, type Keys } from './keys.ts'

interface Claims {
  sid: string
  exp: number
}

type Audience = 'staff' | 'organization'

/** A signed `{sid, exp}`: the client reads `exp`, the server checks the session row as well. */
export function createTokens(key: Buffer) {
  const createVerifierFor = (audience: Audience) =>
    createVerifier({
      key,
      algorithms: ['HS256'],
      allowedAud: audience,
      requiredClaims: ['aud', 'sid', 'exp'],
      ignoreExpiration: true,
      cache: 1000,
    })
  const verifiers = { staff: createVerifierFor('staff'), organization: createVerifierFor('organization') }
  return {
    sign: (audience: Audience, sessionId: string, expiresAt: Date): string =>
      createSigner({ key, algorithm: 'HS256', kid: 'k1' })({
        sid: sessionId,
        aud: audience,
        exp: Math.floor(expiresAt.getTime() / 1000),
      }),
    /** Undefined for anything but a token of ours that has not expired. */
    read: (audience: Audience, token: string, now: Date): string | undefined => {
      try {
        const claims = verifiers[audience](token) as Claims
        return claims.exp * 1000 > now.getTime() ? claims.sid : undefined
      } catch {
        return undefined
      }
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>

export const randomToken = (bytes: number) => randomBytes(bytes).toString('base64url')
export const sha256 = (text: string) => hash('sha256', text)

export const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** Without the pepper, which is not in the database, the million values of a code cannot be tried. */
export const hashCode = ({ pepper }: Pick<Keys, 'pepper'>, id: string, code: string) => hmac(pepper, `${id}:${code}`)

export const sameText = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export const TRIES_PER_CODE = 5

const WRONG = 'The code is wrong or has expired'

export const wrongCode = () => new Refusal(401, 'OTP_INVALID', WRONG, { fields: { code: WRONG } })

/** Within AUTH_RESEND_WAIT_S of the last code. */
export const codeTooSoon = (waitS: number) =>
  rateLimited(`Wait ${Math.ceil(waitS)} seconds before asking for another code`, waitS)

/** After AUTH_CODES_PER_HOUR codes. */
export const TOO_MANY_CODES = 'Too many codes were sent. Try again in an hour.'
