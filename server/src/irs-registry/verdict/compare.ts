import { ALIKE, isSameCity, isSameState, nameSimilarity, type Place } from '@hikmah/contract/irs-registry/compare-names'
import type { RegistryEvidence, RegistryQuestion, RegistryRow } from '@hikmah/contract/irs-registry/endpoints'
import { foldName, normalizeName } from '@hikmah/contract/irs-registry/fold-name'

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
