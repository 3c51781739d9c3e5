import type { RegistryEvidence, RegistryQuestion, RegistryRow } from '@hikmah/contract/irs-registry/endpoints'
import { foldName, foldPlace, isCommonWord, normalizeName, stateWords } from './fold-name.ts'

export interface Comparison {
  /** Of the two most similar names; null where one side has none. */
  score: number | null
  /** Whether two names are equal but for punctuation and capitals. */
  isExact: boolean
  isSameState: boolean
  isSameCity: boolean
}

interface Candidate {
  name: string
  place: Place
  /** The name identifies the organization only together with its city. */
  needsCity: boolean
  isSecond: boolean
}

export const isSubordinate = (row: RegistryRow) => row.affiliation === '9' && row.group !== NO_GROUP
/** The parent of a group, whose exemption covers its members. */
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
      const score = nameSimilarity({ ...question, name: our.name }, { ...theirs.place, name: theirs.name })
      const isWeak = (theirs.needsCity && !isSameCity(question, theirs.place)) || isAcronym(our, theirs)
      return isWeak
        ? { score: Math.min(score, ALIKE - 0.01), isExact: false }
        : { score, isExact: normalizeName(our.name) === normalizeName(theirs.name) }
    }),
  )
  const best = Math.max(...scores.map(({ score }) => score))
  return {
    score: scores.length > 0 ? Math.round(best * 1000) / 1000 : null,
    isExact: scores.some(({ isExact }) => isExact),
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

/** From this similarity on two names are the same; below `SIMILAR` they are different. */
export const ALIKE = 0.9
export const SIMILAR = 0.6
/** The similarity of names that differ in a word which tells two organizations apart. */
const ALMOST = 0.89

type Place = Record<'city' | 'state', string>
type Named = Place & { name: string }

const isSameState = (a: Place, b: Place) => foldState(a.state) === foldState(b.state)
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
