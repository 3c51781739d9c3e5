import { maskedEin } from '@hikmah/contract/tax-verification/words'

/** Digits of any script, or raised and circled ones, with invisible signs among them. */
const GROUP = String.raw`\p{Nd}[\p{Nd}\p{Cf}\p{M}]*|\p{No}[\p{No}\p{Cf}\p{M}]*`
const TAG = String.raw`<\/?[a-z]{1,10}\d?(?:[^<>\p{L}\p{N}][^<>\p{N}]{0,60})?>`
const ENTITY = String.raw`&(?:[a-z]{2,8}|#\d{2,5}|#x[\da-f]{2,4});`
/** A mark, a space, or a character beyond ASCII, as a URL escapes it. */
const ESCAPE = String.raw`%(?:[0-7][a-f]|2\d)|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}`
const MARKUP = `${TAG}|${ENTITY}|${ESCAPE}`

/** Markup comes first, since digits in it are no part of a number. */
const GROUPS = new RegExp(`${MARKUP}|(?<digits>${GROUP})`, 'giu')
const GAP = new RegExp(String.raw`^(?:${MARKUP}|[^\p{L}\p{N}]){0,5}$`, 'iu')
const LONGEST_GAP = 80

/** Directly before a number, these do not make it a part of a longer word. */
const EIN_WORD = /(?<!\p{L})(?:F?EIN|I?TIN)$/iu
const NAMED_EIN = /(?<!\p{L})(?:F?EIN|I?TIN|tax.?id|identification number)(?!\p{L})[^\p{N}\n]{0,16}$|(?:EIN|TIN)$/iu
const LATIN_BEFORE = /(?![ªº])\p{Script=Latin}$/u
const LATIN_AFTER = /^\p{Script=Latin}/u
const PROVIDER_ID =
  /(?<![a-z])(?:acct|card|ch|cs|cus|evt|il|in|pi|pm|po|price|prod|re|req|si|sub|txn)_(?:test_|live_)?$/
const CURRENCY_BEFORE = /\p{Sc}\s?-?$/u
const AMOUNT = /^\d+(?:[\s'’]\d{3})*\.\d\d$/
/** The country code and what separates it from the number. */
const DIALED_BEFORE = /(?:(?<![\p{L}\p{N}])\+\(?|\b00(?=[1-9]))(?:[1-9][\d\s()./-]{0,9})?$/u
const AREA_CODE = /^\(\d+\)/
const ZIP = /^\d{5}[^\p{L}\p{N}]\d{4}$/u
const NETWORK = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|(?!\d|\.\d))){4}/
const DATED = /^(?:19|20)\d\d\D|^\d\d?\D\d\d?\D(?:19|20)\d\d\b/
/** With the zeros that a database appends. */
const COORDINATE = /^\d\d\.\d{4}000$/
/** The registry names the prefix of an odd EIN. */
const PREFIX = /(?<=begins? with )\d{2}\b/g

interface Group {
  start: number
  end: number
  length: number
  /** What separates it from the group before, if both may belong to one number. */
  gap: string | undefined
}

/** As ASCII where only width or style differs. */
const findDigits = (text: string) => text.normalize('NFKC').match(/[\p{Nd}\p{No}]/gu) ?? []

function findGroups(text: string): Group[] {
  const groups: Group[] = []
  for (const { index: start, 0: matched, groups: named } of text.matchAll(GROUPS)) {
    if (!named?.digits) continue
    const before = groups.at(-1)?.end ?? Number.NEGATIVE_INFINITY
    const between = start - before <= LONGEST_GAP ? text.slice(before, start) : undefined
    const gap = between !== undefined && GAP.test(between) ? between : undefined
    groups.push({ start, end: start + matched.length, length: findDigits(matched).length, gap })
  }
  return groups
}

/** The groups from `first` on that have nine digits together. */
function nineDigitsFrom(groups: Group[], first: number): Group[] | undefined {
  let length = 0
  for (let i = first; i < groups.length && length < 9; i++) {
    const group = groups[i]!
    if (i > first && group.gap === undefined) return undefined
    length += group.length
    if (length === 9) return groups.slice(first, i + 1)
  }
  return undefined
}

/** Spaces separate more than marks do; commas and colons separate sums, times and lists. */
function looseness(gap: string | undefined): number {
  if (gap === undefined || /[,:]/.test(gap)) return Number.POSITIVE_INFINITY
  return /\s/.test(gap) ? 1000 + gap.length : gap.length
}

/**
 * Undivided, or two and seven, stands apart anywhere; other groups must be nearer to each other than other digits are,
 * and the last two digits may not belong to seven behind them.
 */
function standsApart(found: Group[], next: Group | undefined): boolean {
  const lengths = found.map(({ length }) => length).join('-')
  if (lengths === '9' || lengths === '2-7') return true
  const inner = Math.max(...found.slice(1).map(({ gap }) => looseness(gap)))
  const outer = Math.min(looseness(found[0]?.gap), looseness(next?.gap))
  const isTakenByNext = found.at(-1)?.length === 2 && next?.length === 7 && next.gap !== undefined
  return inner < outer && !isTakenByNext
}

/** Ids, amounts, phone numbers, ZIP codes, network addresses, dates and coordinates. */
function isOfAnotherKind(text: string, start: number, end: number): boolean {
  const number = text.slice(start, end)
  const before = text.slice(Math.max(0, start - 40), start)
  if (LATIN_AFTER.test(text.slice(end, end + 2))) return true
  if (LATIN_BEFORE.test(before) && !EIN_WORD.test(before)) return true
  if (PROVIDER_ID.test(before) || CURRENCY_BEFORE.test(before) || DIALED_BEFORE.test(before)) return true
  if (AMOUNT.test(number) || NETWORK.test(number) || DATED.test(number)) return true
  const isAmbiguous =
    ZIP.test(number) || COORDINATE.test(number) || AREA_CODE.test(text.slice(Math.max(0, start - 1), end + 1))
  return isAmbiguous && !NAMED_EIN.test(before)
}

/**
 * The text with nothing but the end of each EIN: nine digits of any script in groups, with at most five marks, spaces
 * or pieces of markup between two of them.
 */
export function withoutEins(text: string): string {
  const groups = findGroups(text)
  let shown = ''
  let done = 0
  for (let i = 0; i < groups.length; ) {
    const found = nineDigitsFrom(groups, i)
    const [start, end] = [groups[i]!.start, found?.at(-1)?.end ?? 0]
    if (found && standsApart(found, groups[i + found.length]) && !isOfAnotherKind(text, start, end)) {
      shown += text.slice(done, start) + maskedEin(findDigits(text.slice(start, end)).join(''))
      done = end
      i += found.length
    } else i++
  }
  return (shown + text.slice(done)).replace(PREFIX, '**')
}

/** Numbers of another kind and addresses stay whole. */
const IS_OF_ANOTHER_KIND = /phone|fax|postal|zip|mail|userName/i

/** For `JSON.stringify` of an answer to somebody who may not see EINs. */
export const maskEins = (key: string, value: unknown): unknown =>
  typeof value === 'string' && !IS_OF_ANOTHER_KIND.test(key) ? withoutEins(value) : value
