import { randomToken, sha256 } from './tokens.ts'

/**
 * Keeps somebody signed in: `<prefix>.<series>.<token>`. The series stays, the token changes at each use, and one that
 * was used before is a copy. Only hashes are kept.
 */
export interface RotatingToken {
  series: string
  token: string
}

export const newRotatingToken = (): RotatingToken => ({ series: randomToken(16), token: randomToken(32) })

export const writeRotatingToken = (prefix: string, { series, token }: RotatingToken) => `${prefix}.${series}.${token}`

const PARTS = /^(\w{3})\.([\w-]{22})\.([\w-]{43})$/

export function readRotatingToken(prefix: string, text: string): RotatingToken | undefined {
  const [, kind, series, token] = PARTS.exec(text) ?? []
  return kind === prefix && series && token ? { series, token } : undefined
}

interface Stored {
  tokenHash: string | null
  previousTokenHash: string | null
}

/** `mayRepeat`: whether the last use may come twice. */
export function judgeUse(stored: Stored, token: string, mayRepeat: boolean): 'first' | 'repeated' | 'copied' {
  const tokenHash = sha256(token)
  if (tokenHash === stored.tokenHash) return 'first'
  return mayRepeat && tokenHash === stored.previousTokenHash ? 'repeated' : 'copied'
}
