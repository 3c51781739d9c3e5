import { stateCode, usStates } from '../addresses.ts'
import { foldText, inTwoLetters } from '../fold-text.ts'
import { commonWords, ignoredWords, shortForms, spellings, sunLetters } from './name-words.ts'

const MAX_CACHED = 10_000

/** Remembers the last answers, since a search compares the same names at every letter that is typed. */
function memoize<Args extends string[], Answer>(work: (...args: Args) => Answer) {
  const answers = new Map<string, Answer>()
  return (...args: Args): Answer => {
    const key = args.join('\n')
    const cached = answers.get(key)
    if (cached !== undefined) return cached
    if (answers.size >= MAX_CACHED) answers.clear()
    const answer = work(...args)
    answers.set(key, answer)
    return answer
  }
}

/**
 * Capital letters and digits only, with one space between words. Of a name in Latin and other letters the Latin ones:
 * the IRS writes no others.
 */
export function normalizeName(text: string): string {
  const folded = foldText(text.replace(/['’]s\b/gi, ''))
    .toUpperCase()
    .replace(/&/g, ' AND ')
  return folded.replace(/[A-Z]/.test(folded) ? /[^A-Z0-9]+/g : /[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
}

/** The name, as it is with umlauts in two letters, and what of it is in other letters if it is in Latin ones too. */
export function nameWritings(name: string): string[] {
  const other = name.replace(/\p{Script=Latin}+/gu, ' ').trim()
  const isInBoth = /\p{L}/u.test(other) && /\p{Script=Latin}/u.test(name)
  const isLong = normalizeName(inTwoLetters(name)) !== normalizeName(name)
  return [name, ...(isLong ? [inTwoLetters(name)] : []), ...(isInBoth ? [other] : [])]
}

/** The words to compare, each once and in one spelling. The two letters of the organization's `state` mean the state. */
export const foldName = (name: string, state = '') => foldWords(name, state)

const foldWords = memoize((name: string, state: string): readonly string[] => {
  const words = withoutInitials(splitWords(normalizeName(name)).filter((word) => !ignoredWords.has(word)))
  const code = stateCode(state.trim())
  const fullWords = words.flatMap((word) =>
    word === code && word !== 'AL' ? stateWords(code) : [shortForms.get(word) ?? word],
  )
  return [...new Set(withoutArticles(fullWords).map(spelling))]
})

/** SALT LAKE CTY is SALT LAKE CITY. */
export const foldPlace = memoize((place: string): string =>
  normalizeName(place)
    .split(' ')
    .map((word) => shortForms.get(word) ?? word)
    .join(' '),
)

const nameOfState = new Map(Object.entries(usStates).map(([name, code]) => [code, normalizeName(name).split(' ')]))
const statesInWords = new Set([...nameOfState.values()].flat())
export const stateWords = (state: string): string[] => (nameOfState.get(stateCode(state.trim())) ?? []).map(spelling)

/** Single letters in a row are one word: U S A. The number of a branch is the number alone: NO 2 is 2. */
function splitWords(text: string): string[] {
  const joined = text
    .replace(/\b[A-Z](?: [A-Z])+\b/g, (letters) => letters.replaceAll(' ', ''))
    .replace(/\b(?:NO|NUM|NUMBER) (?=\d)/g, '')
    .replace(/\bNON PROFIT\b/g, 'NONPROFIT')
    .replace(/\bABO?U BA?E?K/g, 'ABUBAK')
    .replace(/\bABD[EU][LNRS] ?(?=[A-Z]{3})/g, 'ABDUL')
    .replace(/(?<=[A-Z]{3}) (?=ULLAH\b)/g, '')
    .replace(/\bJAM E (?=MA)/g, 'JAMI ')
    .replace(/\b(NORTH|SOUTH) (EAST|WEST)\b/g, '$1$2')
  return joined === '' ? [] : joined.split(' ')
}

/** ISLAMIC CENTER OF WALLINGFORD ICW says its name twice. */
function withoutInitials(words: string[]): string[] {
  const last = words.at(-1) ?? ''
  const rest = words.slice(0, -1)
  return rest.length > 1 && last === rest.map((word) => word[0]).join('') ? rest : words
}

const ARTICLE = /^(?:AL|EL|UL|AR|AN|AS|ASH|AT|ATH|AD|ADH|AZ|UR|UN|US|USH|UT|UD|UZ)$/
const HEAD = /^(DAR|BAIT|BAYT|BEIT|MASJID|NUR|NOOR|BAB|JAMIAT|AHL|MADRASAT|ANJUMAN|ZUMRAT)(?:U[LRNSTDZ]|US?H)$/
const HEAD_AND_WORD = /^(DAR|BAIT|BAYT|BEIT|NUR|NOOR|BAB)U(?:L|([RNSTDZ])(?=\2))([A-Z]{3,})$/

/** AL NOOR, AL-NOOR, ALNOOR, AN-NOOR and NOOR are one; so are DARUL HUDA, DAR AL HUDA and DARULHUDA. */
function withoutArticles(words: string[]): string[] {
  const parted = words.flatMap(
    (word) =>
      word
        .match(HEAD_AND_WORD)
        ?.slice(1)
        .filter((part) => part?.length > 1) ?? [word],
  )
  return parted
    .filter((word, i) => !(ARTICLE.test(word) && isArticleOf(word, parted[i + 1] ?? '')))
    .map((word, i, all) => {
      const head = word.match(HEAD)?.[1] ?? (isBeforeAnother(word, all[i + 1]) ? word.slice(0, -2) : undefined)
      return head ?? withoutJoinedArticle(word)
    })
}

const isArticleOf = (article: string, next: string) =>
  next !== '' && (article.endsWith('L') || next.startsWith(article.slice(1)))

/** TALIMUL QURAN is TALIM UL QURAN, while RASUL is a word. */
const isBeforeAnother = (word: string, next = '') => next !== '' && /^[A-Z]{3,}UL$/.test(word) && !spellings.has(word)

function withoutJoinedArticle(word: string): string {
  if (commonWords.has(word) || statesInWords.has(word)) return word
  if (/^AL[A-Z]{4,}$/.test(word)) return word.slice(2)
  const letter = sunLetters.find((sun) => word.startsWith(`A${sun}${sun}`))
  return letter && word.length > 5 ? word.slice(1 + letter.length) : word
}

/** One spelling for all variants of a word, whatever its long vowels, doubled letters and last H. */
function spelling(word: string): string {
  if (/\d/.test(word)) return word
  const common = spellings.get(word) ?? spellings.get(word.replace(/S$/, '')) ?? word
  const short = sounded(common)
  return soundedSpellings.get(short) ?? short
}

const sounded = (word: string) =>
  word
    .replace(/EE/g, 'I')
    .replace(/OO|OU/g, 'U')
    .replace(/[AE]Y/g, 'AI')
    .replace(/AW(?=[^AEIOU])/g, 'AU')
    .replace(/(.)\1/g, '$1')
    .replace(/Q/g, 'K')
    .replace(/(?<=..[AEI])H$/, '')
    .replace(/Y$/, 'I')

const soundedSpellings = new Map([...spellings].map(([form, word]) => [sounded(form), sounded(word)]))

const foldedCommonWords = new Set([...commonWords].map(spelling))
/** Whether many names have this folded word. */
export const isCommonWord = (word: string) => foldedCommonWords.has(word)
