import { foldName, foldPlace, isCommonWord, stateWords } from './fold-name.ts'

/** From here on two names are one; what is below `SIMILAR` is another name. */
export const ALIKE = 0.9
export const SIMILAR = 0.6
/** Of names that are like and yet differ in what tells two organizations apart. */
const ALMOST = 0.89

export interface Place {
  city: string
  state: string
}

export interface Named extends Place {
  name: string
}

export const isSameState = (a: Place, b: Place) => foldState(a.state) === foldState(b.state)
export const isSameCity = (a: Place, b: Place) => isSameState(a, b) && foldPlace(a.city) === foldPlace(b.city)
const foldState = (state: string) => stateWords(state).join(' ') || foldPlace(state)

/**
 * How alike two names are: the share of their words that they have in common (Dice). A word that only one of them has
 * and that is no common one, as NORTH or VALLEY, keeps it below `ALIKE`, however long the names are; but for the city
 * and the state where both are. So does a name of common words alone from another city.
 */
export function likenessOf(a: Named, b: Named): number {
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

/** Their own city or state, where one name says it and the other does not, and both still say what else they are. */
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
