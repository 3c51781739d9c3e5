import { randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal, rateLimited } from '../errors/refusal.ts'
import { hmac, type Keys } from './keys.ts'

export const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** What is kept of a code: without the pepper, which is not in the database, its million values cannot be tried. */
export const codeHashOf = ({ pepper }: Pick<Keys, 'pepper'>, id: string, code: string) => hmac(pepper, `${id}:${code}`)

export const sameText = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export const TRIES_PER_CODE = 5

const WRONG = 'The code is wrong or has expired'

export const wrongCode = () => new Refusal(401, 'OTP_INVALID', WRONG, { fields: { code: WRONG } })

/** AUTH_RESEND_WAIT_S have not passed since the last code. */
export const codeTooSoon = (waitS: number) =>
  rateLimited(`Wait ${Math.ceil(waitS)} seconds before asking for another code`, waitS)

/** AUTH_CODES_PER_HOUR were sent. */
export const TOO_MANY_CODES = 'Too many codes were sent. Try again in an hour.'
