import { shortForms, spellings } from './irs-registry/name-words.ts'

/**
 * What people leave out or type otherwise: accents, Arabic vowels and hamzas, tatweel, points of Hebrew, the dot under
 * Devanagari letters of Persian words, apostrophes, and what nobody sees. Vowel signs of Indic scripts are letters.
 */
const LEFT_OUT = new RegExp(
  '[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
    '\\u0610-\\u061a\\u0621\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed' +
    '\\u093c\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe00-\\ufe0f\\ufe20-\\ufe2f' +
    '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff' +
    "'`\\u2018\\u2019\\u201b\\u2032\\u02b9-\\u02bf\\u02c8\\u02ca\\u02cb\\u05f3\\u05f4\\ua78c]",
  'g',
)

/** A letter, and those that people type for it, or it for them. */
const TYPED_ALIKE = [
  ['ا', 'ٱ'],
  ['ي', 'ىی'],
  ['ه', 'ةہھەۃ'],
  ['ك', 'کڪ'],
  ['ن', 'ں'],
  ['\u0902', '\u0901'],
  ['σ', 'ς'],
  ['b', 'ɓ'],
  ['d', 'đðɗ'],
  ['e', 'ə'],
  ['h', 'ħ'],
  ['i', 'ı'],
  ['k', 'ƙ'],
  ['l', 'ł'],
  ['n', 'ŋ'],
  ['o', 'ø'],
  ['y', 'ƴ'],
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
  ['-', '‐‒–—―−⁃־'],
  [' ', ',()"[]/“”„«»،؛\t\n\r'],
  ...Array.from({ length: 10 }, (_, n) => [
    `${n}`,
    String.fromCodePoint(...[0x660, 0x6f0, 0x966, 0x9e6].map((c) => c + n)),
  ]),
] as const

const lettersAlike = new Map(TYPED_ALIKE.flatMap(([letter, others]) => [...others].map((other) => [other, letter])))
const ALIKE = new RegExp(`[${[...lettersAlike.keys()].join('').replace(/[[\]]/g, '\\$&')}]`, 'g')

/** As `foldText`, with the hyphens. */
export const foldLetters = (text: string): string =>
  text
    .replaceAll('´', '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('и\u0306', 'й')
    .replace(LEFT_OUT, '')
    .replace(ALIKE, (letter) => lettersAlike.get(letter) ?? letter)
    .normalize('NFC')

/** How a text is searched, whichever way it is written. The database folds what it keeps alike (`folded`). */
export const foldText = (text: string): string => foldLetters(text).replaceAll('-', ' ')

const LETTERS_OF_TWO = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['å', 'aa'],
  ['ø', 'oe'],
  ['đ', 'dj'],
] as const

/** Müller is also written Mueller, and Đulić Djulić. */
export const inTwoLetters = (text: string): string =>
  LETTERS_OF_TWO.reduce(
    (spelled, [letter, two]) => spelled.replaceAll(letter, two),
    text.normalize('NFC').toLowerCase(),
  )

/** As a word may be kept: as it is typed, Al-Noor in one word, umlauts in two letters. */
export function foldSpellings(word: string): string[] {
  const letters = foldLetters(word)
  const spellings = [letters.replaceAll('-', ' '), letters.replaceAll('-', ''), foldText(inTwoLetters(word))]
  return [...new Set(spellings.map((spelling) => spelling.trim()))].filter(Boolean)
}

/**
 * What most names are made of: a search finds these in every spelling, and of all other words what is typed, since a
 * list where Omar is Umar as well shows more than was looked for. MOSQUE is a translation.
 */
const SEARCHED = ['MASJID', 'JAMI', 'JUMA', 'MADRASA', 'MUHAMMAD', 'AHMAD', 'NUR', 'QURAN', 'CENTER']

/** The other spellings of a word in small letters, except those that begin with it. */
export function otherSpellings(word: string): string[] {
  const form = word.toUpperCase()
  const searched = spellings.get(form) ?? shortForms.get(form)
  if (searched === undefined || !SEARCHED.includes(searched)) return []
  return [...spellings, ...shortForms]
    .filter(([other, of]) => of === searched && other !== 'MOSQUE')
    .map(([other]) => other.toLowerCase())
    .filter((other) => !other.startsWith(word))
}
