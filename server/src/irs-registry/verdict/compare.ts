import type { RegistryEvidence, RegistryQuestion, RegistryRow } from '@hikmah/contract/irs-registry/endpoints'
import { foldName, foldPlace, isCommonWord, plain, stateWords } from './fold-name.ts'

export interface Comparison {
  /** The best of all names on both sides, null where one side has none. */
  score: number | null
  /** One of the names is written alike on both sides, but for signs and capitals. */
  isExact: boolean
  isSameState: boolean
  isSameCity: boolean
}

interface Candidate {
  name: string
  place: Place
  /** A name that says which organization it is only together with its city. */
  needsCity: boolean
  isSecond: boolean
}

export const isSubordinate = (row: RegistryRow) => row.affiliation === '9' && row.group !== NO_GROUP
/** A parent of a group, by whose exemption others are exempt. */
export const isCentral = (row: RegistryRow) => /^[678]$/.test(row.affiliation) && row.group !== NO_GROUP
const NO_GROUP = '0000'

/** Compares both names of the question with every name that the files have for the EIN. */
export function compare(question: RegistryQuestion, evidence: RegistryEvidence): Comparison {
  const listed = evidence.row ?? evidence.deductible
  const ours = [
    { name: question.orgName, isSecond: false },
    { name: question.orgShortName ?? '', isSecond: true },
  ].filter(({ name }) => foldName(name).length > 0)
  const scores = listCandidates(question, evidence).flatMap((theirs) =>
    ours.map((our) => {
      const score = likenessOf({ ...question, name: our.name }, { ...theirs.place, name: theirs.name })
      const isWeak = (theirs.needsCity && !isSameCity(question, theirs.place)) || isAcronym(our, theirs)
      return isWeak
        ? { score: Math.min(score, ALIKE - 0.01), isExact: false }
        : { score, isExact: plain(our.name) === plain(theirs.name) }
    }),
  )
  const score = Math.max(...scores.map((one) => one.score))
  return {
    score: scores.length > 0 ? Math.round(score * 1000) / 1000 : null,
    isExact: scores.some((one) => one.isExact),
    isSameState: listed !== null && isSameState(question, listed),
    isSameCity: listed !== null && isSameCity(question, listed),
  }
}

function listCandidates(question: RegistryQuestion, { row, deductible, revocations }: RegistryEvidence): Candidate[] {
  const first = { needsCity: false, isSecond: false }
  const listed: Candidate[] = [
    // A subordinate with a second name often has its parent's for the first.
    ...(row ? [{ ...first, name: row.name, place: row, needsCity: isSubordinate(row) && row.sortName !== '' }] : []),
    ...(row ? [{ ...first, name: row.sortName, place: row, isSecond: true }] : []),
    ...(deductible ? [{ ...first, name: deductible.name, place: deductible }] : []),
  ]
  const gone = revocations.map(({ name }) => ({ ...first, name, place: question }))
  return (listed.length > 0 ? listed : gone).filter(({ name }) => foldName(name).length > 0)
}

/** ICC is the Islamic Center of Chico and the Indian Community Center. */
const isAcronym = (ours: { name: string; isSecond: boolean }, theirs: Candidate) =>
  (ours.isSecond || theirs.isSecond) && /^[A-Z]{1,5}$/.test(foldName(theirs.name).join(' '))

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

const isSameState = (a: Place, b: Place) => foldState(a.state) === foldState(b.state)
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
