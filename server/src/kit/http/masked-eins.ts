import { maskedEin } from '@hikmah/contract/tax-verification/words'

/** Of any script, with marks behind it that nobody sees. */
const DIGIT = String.raw`\p{Nd}\p{Cf}*`
/** Ids and checksums have digits in every order. */
const HEXADECIMAL = String.raw`[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{24,}`
/** Two digits and seven with at most three marks between them, wherever they stand. */
const USUAL = new RegExp(
  `${HEXADECIMAL}|(?<!\\p{Nd})(?:${DIGIT}){2}[^\\p{L}\\p{Nd}]{0,3}(?:${DIGIT}){7}(?!\\p{Nd})`,
  'giu',
)
/** Digits in groups with one and the same mark between them, which commas and colons are not: they make sums and times. */
const GROUPED = new RegExp(
  `${HEXADECIMAL}|(?<![\\p{Nd}*])(?:${DIGIT})+(\\s?[^\\p{L}\\p{Nd}\\s,:]\\s?|\\s)(?:${DIGIT})+(?:\\1(?:${DIGIT})+)*(?!\\p{Nd})`,
  'giu',
)
/** What the registry says of an EIN that is odd. */
const PREFIX = /(?<=begins? with )\d{2}\b/g

const isHexadecimal = (text: string) => /[a-f]|^\d{24}/i.test(text)
/** In groups; ASCII where they differ in width or style alone. */
const digitsOf = (text: string) => text.normalize('NFKC').match(/\p{Nd}+/gu) ?? []
const masked = (text: string) => maskedEin(digitsOf(text).join(''))

/** Nine digits, otherwise grouped. A ZIP code, an address of a network, and what holds a date or begins with a year are none. */
function isGroupedEin(text: string): boolean {
  const groups = digitsOf(text)
  const isZip = groups.length === 2 && groups[0]?.length === 5
  const isNetwork = groups.length === 4 && text.includes('.')
  const isDated = /^(19|20)\d\d\D|^\d\d?\D\d\d?\D(19|20)\d\d\b/.test(text)
  return !isHexadecimal(text) && groups.join('').length === 9 && !isZip && !isNetwork && !isDated
}

/** A text in which people and files may name an EIN, with nothing but the end of it. */
export const withoutEins = (text: string): string =>
  text
    .replace(USUAL, (found) => (isHexadecimal(found) ? found : masked(found)))
    .replace(GROUPED, (found) => (isGroupedEin(found) ? masked(found) : found))
    .replace(PREFIX, '**')

/** Numbers of another kind, and addresses, which must stay whole. */
const IS_OF_ANOTHER_KIND = /phone|fax|postal|zip|mail|userName/i

/** For `JSON.stringify` of an answer to somebody who must not see EINs. */
export const maskEins = (key: string, value: unknown): unknown =>
  typeof value === 'string' && !IS_OF_ANOTHER_KIND.test(key) ? withoutEins(value) : value
