/*
 * What people type or paste, read as it reads: in forms when it is pasted and checked, and by the schemas in `common.ts`.
 * Without zod, as the public pages read by it too.
 */

export const TURNED = 'Type this text again: it has marks that turn the direction of writing'

const OVERRIDE = /[\u202d\u202e]/
/** Whether a text shows as another one: what reads `fdp.exe` may be `exe.pdf`. */
export const isTurned = (text: string) => OVERRIDE.test(text)

/** Whether a text has nothing visible: only marks, spaces and fillers. */
export const looksEmpty = (text: string) => text !== '' && !/[^\p{C}\p{Z}\p{DI}\u2800]/u.test(text)

/**
 * Controls, halves of characters, and marks of formatting without a look of their own. Not the joiners of Persian, Indic
 * scripts and emoji, the separator of Mongolian vowels, and the tags in the flags of England, Scotland and Wales.
 */
const UNSEEN =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|(?!\n|\u180e|\u200c|\u200d|\u202d|\u202e)(?:[\p{Cc}\p{Cs}\ufff9-\ufffb]|(?=\p{DI})\p{Cf})/gu

/**
 * Normalization sorts a long row of marks in quadratic time. No letter of any script carries more than 30 (Stream-Safe
 * Text Format, UAX #15).
 */
export const isStreamSafe = (text: string) => !/(?:^|\P{M})\p{M}{31}/u.test(text)

/** Of one line, or of several. Spaces around it stay, for what is pasted into a text. */
export function readPasted(text: string, isLong = false): string {
  if (/^[ -~]*$/.test(text)) return text
  const spaced = isLong
    ? text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    : text.replace(/[\r\n]+$/, '').replace(/\r\n|[\n-\r\u0085\u2028\u2029]/g, ' ')
  const seen = spaced.replace(/[\t\p{Zs}]/gu, ' ').replace(UNSEEN, '$1')
  // Phones and contact lists wrap numbers in an override that turns nothing.
  const isVain = seen.includes('\u202d') && /[\p{L}\p{N}]/u.test(seen) && !/[^\P{L}\p{Script=Latin}]/u.test(seen)
  const read = isVain ? seen.replaceAll('\u202d', '') : seen
  return isStreamSafe(read) ? read.normalize() : read
}

export function readTyped(text: string, isLong = false): string {
  const read = readPasted(text, isLong).trim()
  return looksEmpty(read) && !isTurned(read) ? '' : read
}

export const readLong = (text: string) => readTyped(text, true)

/** Unicode has the ten digits of a script in a row, from its zero on. */
function asciiDigit(digit: string): string {
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value += 1
  return String(value % 10)
}

/** Of a search. What only looks empty stays, to be told from none. */
export const readSearch = (text: string): string => readTyped(text) || text.trim()

/** What is made of ASCII, such as a number, a code or an id: digits of any script, wide letters, any hyphen. */
export const readCode = (text: string): string =>
  readTyped(text)
    .normalize('NFKC')
    .replace(/\u200c|\u200d|\u202d/g, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll('\u066b', '.')
    .replace(/[\u066c\u060c]/g, ',')
    .trim()

/** A code in groups, as it was read out or printed: 123 456, 123-456. */
export const readDigits = (text: string): string => readCode(text).replace(/[\s-]/g, '')

export const readEin = (text: string): string => readCode(text).replace(/^(\d\d)[ -]?(\d{7})$/, '$1-$2')
