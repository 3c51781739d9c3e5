import { foldName } from '@hikmah/contract/irs-registry/fold-name'
import { shortForms, spellings } from '@hikmah/contract/irs-registry/name-words'
import { plural } from '../../kit/format/texts.ts'
import { compareLetters, countMarked, foldText, looseReading, type Piece, sharedLetters } from './compare-letters.ts'

/** A run of a text; `isOnlyHere` where the other text does not have it. */
export interface Run {
  text: string
  isOnlyHere?: boolean
}

export interface NameComparison {
  /** `order` and `spelling` are the same name, so nothing is marked; `other` shares no word. */
  kind: 'same' | 'order' | 'spelling' | 'words' | 'other'
  sent: Run[]
  /** In the case of what was sent, as the record is in capitals. */
  irs: Run[]
  /** "1 word only in the IRS record"; '' of the same text. */
  says: string
  /** Sentences for screen readers, which do not convey the marks. */
  spoken: string
}

const MAX_LENGTH = 300
/** Two words are nearly the same from this share of their letters on, and their letters are marked. */
const NEARLY = 0.7

/** Word by word, then letter by letter inside a word that is nearly the same. `state` is the organization's. */
export function compareNames(sent: string, irs: string, state = ''): NameComparison {
  const whole = (kind: NameComparison['kind'], says: string, irsShown: string) => ({
    kind,
    sent: [{ text: sent }],
    irs: [{ text: irsShown }],
    says,
    spoken: '',
  })
  if (sent.length > MAX_LENGTH || irs.length > MAX_LENGTH) return whole('other', 'Differs', irs)
  const ours = splitText(sent)
  const asListed = splitText(irs)
  const pairs = pairWords(ours, asListed, state)
  const theirs = inFormCase(ours, asListed, pairs)
  const irsShown = theirs.map(({ text }) => text).join('')
  if (ours.every(isMute)) return whole('other', 'Differs', irsShown)
  const [a, b] = [ours, theirs].map((words) => words.filter((word) => !isMute(word)).map(({ fold }) => fold))
  if (a!.join(' ') === b!.join(' ')) return whole('same', '', irsShown)
  if (a!.toSorted().join(' ') === b!.toSorted().join(' ')) return whole('order', 'Same words, other order', irsShown)
  const spelling = () => whole('spelling', 'Same name, other spelling', irsShown)
  if (isSameName(sent, irs, state)) return spelling()
  if (pairs.size === 0) return whole('other', 'Differs', irsShown)
  const marked = markWords(ours, theirs, pairs, state)
  return marked.says === '' ? spelling() : marked
}

interface Part {
  text: string
  /** Without case, accents and punctuation; '' of what stands between words. */
  fold: string
}

const WORDS = /([\p{L}\p{N}\p{M}'’‘ʻ`´.&]+)/u
const legalForms = new Set(['inc', 'incorporated', 'incorp'])

const splitText = (text: string): Part[] =>
  text
    .normalize('NFC')
    .split(WORDS)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, fold: part === '&' ? 'and' : foldText(part) }))

/** Punctuation and Inc are never a difference. */
const isMute = ({ fold }: Part) => fold === '' || legalForms.has(fold)

/** As the verdict compares them: Noor is Nur, Ctr is Center, and Al-Noor is Noor. */
function isSameName(first: string, second: string, state: string): boolean {
  const [a, b] = [foldName(first, state), foldName(second, state)]
  return a.length > 0 && (a.join('') === b.join('') || a.toSorted().join(' ') === b.toSorted().join(' '))
}

/** From the place of each word to that of the other text's word that it is, or nearly is. */
function pairWords(ours: Part[], theirs: Part[], state: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const pairBy = (likeness: (a: Part, b: Part) => number) => {
    for (const [i, our] of ours.entries()) {
      if (our.fold === '' || pairs.has(i)) continue
      const paired = new Set(pairs.values())
      const [best] = theirs
        .map((their, j) => ({ j, like: their.fold === '' || paired.has(j) ? 0 : likeness(our, their) }))
        .toSorted((a, b) => b.like - a.like)
      if (best && best.like > 0) pairs.set(i, best.j)
    }
  }
  pairBy((a, b) => Number(a.fold === b.fold))
  pairBy((a, b) => Number(isSameName(a.text, b.text, state)))
  pairBy(nearness)
  return pairs
}

/** West and East are two words, however many letters they share. */
const isKnown = ({ fold }: Pick<Part, 'fold'>) =>
  spellings.has(fold.toUpperCase()) || shortForms.has(fold.toUpperCase())

function nearness(a: Part, b: Part): number {
  const shared = isKnown(a) && isKnown(b) ? 0 : sharedLetters(a.fold, b.fold)
  return shared >= NEARLY ? shared : 0
}

function markWords(ours: Part[], theirs: Part[], pairs: Map<number, number>, state: string): NameComparison {
  const sent: Run[][] = ours.map(({ text }) => [{ text }])
  const irs: Run[][] = theirs.map(({ text }) => [{ text }])
  const paired = new Set(pairs.values())
  const unpairedSent = ours.flatMap((_, i) => (!pairs.has(i) && isTelling(ours, i, state) ? [i] : []))
  const unpairedIrs = theirs.flatMap((_, j) => (!paired.has(j) && isTelling(theirs, j, state) ? [j] : []))
  const joinedSent = findJoined(ours, unpairedSent, theirs, unpairedIrs)
  const joinedIrs = findJoined(theirs, unpairedIrs, ours, unpairedSent)
  const onlySent = unpairedSent.filter((i) => !joinedSent.parts.has(i) && !joinedIrs.wholes.has(i))
  const onlyIrs = unpairedIrs.filter((j) => !joinedIrs.parts.has(j) && !joinedSent.wholes.has(j))
  const listWords = (parts: Part[], places: number[]) => places.map((place) => parts[place]!.text).join(' ')
  for (const i of onlySent) sent[i] = [{ text: ours[i]!.text, isOnlyHere: true }]
  for (const j of onlyIrs) irs[j] = [{ text: theirs[j]!.text, isOnlyHere: true }]

  let letters = 0
  const respelled: string[] = []
  for (const [i, j] of pairs) {
    const [our, their] = [ours[i]!, theirs[j]!]
    if (our.fold === their.fold || isSameName(our.text, their.text, state)) continue
    const pieces = compareLetters(our.text, their.text, looseReading)
    letters += countMarked(pieces)
    sent[i] = runsOf(pieces, 'first')
    irs[j] = runsOf(pieces, 'second')
    respelled.push(`${our.text} is ${their.text} in the IRS record.`)
  }
  const says = [countWords(onlySent.length, onlyIrs.length), letters > 0 ? plural(letters, 'letter') : '']
  const spoken = [
    onlyIrs.length > 0 ? `Only in the IRS record: ${listWords(theirs, onlyIrs)}.` : '',
    onlySent.length > 0 ? `Not in the IRS record: ${listWords(ours, onlySent)}.` : '',
    ...respelled,
  ]
  return {
    kind: 'words',
    sent: joinRuns(sent.flat()),
    irs: joinRuns(irs.flat()),
    says: says.filter(Boolean).join(', '),
    spoken: spoken.filter(Boolean).join(' '),
  }
}

/** Words in a row that are one word of the other text: Islamic Studies is ISLAMICSTUDIES. */
function findJoined(ours: Part[], unpaired: number[], theirs: Part[], theirUnpaired: number[]) {
  const [parts, wholes] = [new Set<number>(), new Set<number>()]
  for (const whole of theirUnpaired)
    for (let start = 0; start < unpaired.length; start++)
      for (let end = start + 2; end <= unpaired.length; end++) {
        const row = unpaired.slice(start, end)
        if (row.map((place) => ours[place]!.fold).join('') !== theirs[whole]!.fold) continue
        for (const place of row) parts.add(place)
        wholes.add(whole)
      }
  return { parts, wholes }
}

/** Whether it would be another name without this word. It is the same without an article, "of", or what it says twice. */
function isTelling(parts: Part[], place: number, state: string): boolean {
  if (isMute(parts[place]!)) return false
  // Only Latin letters are folded.
  if (!/[a-z\d]/.test(parts[place]!.fold)) return true
  const fold = (some: Part[]) => foldName(some.map(({ text }) => text).join(''), state).join(' ')
  return fold(parts) !== fold(parts.with(place, { text: ' ', fold: '' }))
}

function countWords(sent: number, irs: number): string {
  if (sent > 0 && irs > 0) return Math.max(sent, irs) === 1 ? '1 word differs' : `${Math.max(sent, irs)} words differ`
  if (irs > 0) return `${plural(irs, 'word')} only in the IRS record`
  return sent > 0 ? `${plural(sent, 'word')} not in the IRS record` : ''
}

export const runsOf = (pieces: Piece[], side: 'first' | 'second'): Run[] =>
  pieces.flatMap(({ isSame, [side]: text }) => (text === '' ? [] : [isSame ? { text } : { text, isOnlyHere: true }]))

/** Neighbors alike become one run, and so do marked words with a space between them. */
function joinRuns(runs: Run[]): Run[] {
  const joined: Run[] = []
  for (const [place, run] of runs.entries()) {
    const last = joined.at(-1)
    const isBetween = run.text === ' ' && last?.isOnlyHere && runs[place + 1]?.isOnlyHere
    const isOnlyHere = Boolean(run.isOnlyHere || isBetween)
    if (last && Boolean(last.isOnlyHere) === isOnlyHere) last.text += run.text
    else joined.push(isOnlyHere ? { text: run.text, isOnlyHere } : { text: run.text })
  }
  return joined
}

/** Each word of a text in capitals in the case of its pair, and the others with a capital first, but for "of" and the like. */
function inFormCase(ours: Part[], theirs: Part[], pairs: Map<number, number>): Part[] {
  if (theirs.some(({ text }) => /\p{Ll}/u.test(text))) return theirs
  const pairOf = new Map([...pairs].map(([i, j]) => [j, ours[i]!.text]))
  return theirs.map((part, j) => ({ ...part, text: casedLike(pairOf.get(j), part, j === 0) }))
}

function casedLike(pair: string | undefined, { text, fold }: Part, isFirst: boolean): string {
  const lower = text.toLowerCase()
  if (pair !== undefined) {
    const [letters, ours] = [[...text], [...pair]]
    if (letters.length === ours.length)
      return letters.map((letter, i) => (isCapital(ours[i]!) ? letter : letter.toLowerCase())).join('')
    if (pair.length > 1 && ![...pair].some((letter) => /\p{Ll}/u.test(letter))) return text
    return isCapital([...pair][0]!) ? capitalized(lower) : lower
  }
  if (smallWords.has(fold) && !isFirst) return lower
  // MCC, but not ST.
  return /[aeiouy]/.test(fold) || isKnown({ fold }) ? capitalized(lower) : text
}

const smallWords = new Set(['the', 'of', 'and', 'at', 'in', 'for', 'a', 'an'])
const isCapital = (letter: string) => /\p{Lu}/u.test(letter)
const capitalized = (lower: string) => lower.replace(/\p{L}/u, (letter) => letter.toUpperCase())
