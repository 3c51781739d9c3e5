import { hash, randomBytes } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'

interface Claims {
  sid: string
  /** Epoch seconds. */
  exp: number
}

type Audience = 'staff' | 'organization'

/** A signed `{sid, exp}`: the client reads `exp`, the server checks the session row as well. */
export function createTokens(key: Buffer) {
  const verifierOf = (audience: Audience) =>
    createVerifier({
      key,
      algorithms: ['HS256'],
      allowedAud: audience,
      requiredClaims: ['aud', 'sid', 'exp'],
      ignoreExpiration: true,
      cache: 1000,
    })
  const verifiers = { staff: verifierOf('staff'), organization: verifierOf('organization') }
  return {
    sign: (audience: Audience, sessionId: string, expiresAt: Date): string =>
      createSigner({ key, algorithm: 'HS256', kid: 'k1' })({
        sid: sessionId,
        aud: audience,
        exp: Math.floor(expiresAt.getTime() / 1000),
      }),
    /** The session's id, or undefined for anything but a token of ours that has not expired. */
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
