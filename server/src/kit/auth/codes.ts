import { randomInt, timingSafeEqual } from 'node:crypto'
import { hmac, type Keys } from './keys.ts'

export const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

/** What is kept of a code: without the pepper, which is not in the database, its million values cannot be tried. */
export const codeHashOf = ({ pepper }: Pick<Keys, 'pepper'>, id: string, code: string) => hmac(pepper, `${id}:${code}`)

export const sameText = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
