import { foldName, foldPlace, isCommonWord, stateWords } from './fold-name.ts'

/** From this similarity on two names are the same; below `SIMILAR` they are different. */
export const ALIKE = 0.9
export const SIMILAR = 0.6
/** The similarity of names that differ in a word which tells two organizations apart. */
const ALMOST = 0.89

export type Place = Record<'city' | 'state', string>
type Named = Place & { name: string }

export const isSameState = (a: Place, b: Place) => foldState(a.state) === foldState(b.state)
export const isSameCity = (a: Place, b: Place) => isSameState(a, b) && foldPlace(a.city) === foldPlace(b.city)
const foldState = (state: string) => stateWords(state).join(' ') || foldPlace(state)

/**
 * The share of words in common (Dice). A word such as NORTH or VALLEY in only one name keeps it below `ALIKE`, unless it
 * is their city or state. So do names of common words alone from different cities.
 */
export function nameSimilarity(a: Named, b: Named): number {
  const [ours, theirs] = withoutOwnPlace(a, b)
  const isCommon = ours.every(isCommonWord) && !isSameCity(a, b)
  // ISLAMICSTUDIES is ISLAMIC STUDIES.
  if (ours.length > 0 && ours.join('') === theirs.join('')) return isCommon ? ALMOST : 1
  const shared = ours.filter((word) => theirs.includes(word))
  if (shared.length === 0) return 0
  const dice = (2 * shared.length) / (ours.length + theirs.length)
  const isApart = [...ours, ...theirs].some((word) => !shared.includes(word) && !isCommonWord(word))
  return isApart || isCommon ? Math.min(dice, ALMOST) : dice
}

/** Removes their city or state from the one name that has it, if both names still share a telling word. */
function withoutOwnPlace(a: Named, b: Named): [readonly string[], readonly string[]] {
  const ours = foldName(a.name, a.state)
  const theirs = foldName(b.name, b.state)
  if (!isSameState(a, b)) return [ours, theirs]
  const city = isSameCity(a, b) ? foldName(a.city, a.state) : []
  const state = stateWords(a.state)
  const telling = ours.filter((word) => theirs.includes(word) && !isCommonWord(word))
  const isSurplus = (place: readonly string[], known: readonly string[]) =>
    place.length > 0 &&
    (isOnlyIn(place, ours, theirs) || isOnlyIn(place, theirs, ours)) &&
    telling.some((word) => !known.includes(word))
  const surplus = new Set([
    ...(isSurplus(city, [...city, ...state]) ? city : []),
    ...(isSurplus(state, state) ? state : []),
  ])
  const without = (words: readonly string[]) => words.filter((word) => !surplus.has(word))
  return [without(ours), without(theirs)]
}

const isOnlyIn = (words: readonly string[], these: readonly string[], those: readonly string[]) =>
  words.every((word) => these.includes(word) && !those.includes(word))
