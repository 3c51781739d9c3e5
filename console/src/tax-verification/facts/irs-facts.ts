import { ALIKE, isSameCity, nameSimilarity, SIMILAR } from '@hikmah/contract/irs-registry/compare-names'
import { describeVerdict, inWords } from '@hikmah/contract/irs-registry/words'
import { decisionFields, LEGAL_NAME } from '@hikmah/contract/tax-verification/words'
import { compareLetters, countDifferences, foldText } from './compare-letters.ts'
import { compareNames, type Run, runsOf } from './compare-names.ts'
import {
  type Claims,
  type Evidence,
  type Fact,
  listConcerns,
  listRecordFacts,
  lowerFirst,
  type RecordFact,
  subsections,
} from './irs-record.ts'

export interface IrsComparison {
  facts: Fact[]
  irsOnly: RecordFact[]
  /** Whether any of the files has the EIN; null where they were not asked. */
  isListed: boolean | null
}

export const differs = ({ state }: Fact) => state === 'against' || state === 'differs'

const order: Record<Fact['state'], number> = { against: 0, differs: 1, alike: 2, same: 3, alone: 3 }

/** Everything that the organization says, with what differs from the IRS record first. */
export function compareWithIrs(claims: Claims, evidence: Evidence | null): IrsComparison {
  const listing = evidence && (evidence.row ?? evidence.deductible)
  const isListed = evidence && (listing !== null || evidence.revocations.length > 0)
  const missing = isListed ? 'not in this list' : undefined
  const facts = [
    ...(evidence ? listConcerns(claims, evidence) : []),
    einFact(claims.ein, evidence, isListed === true),
    nameFact(claims, evidence),
    alone('Street', [claims.orgAddress.line1, claims.orgAddress.line2].filter(Boolean).join(', '), missing),
    placeFact(claims.orgAddress, listing, missing),
    zipFact(claims.orgAddress.postalCode, evidence?.row?.zip ?? '', missing),
    subsectionFact(claims.taxExempt, evidence?.row?.subsection, isListed === true),
  ]
  return {
    facts: facts.toSorted((a, b) => order[a.state] - order[b.state]),
    irsOnly: evidence && isListed ? [...listOtherNames(claims, evidence), ...listRecordFacts(claims, evidence)] : [],
    isListed: evidence?.outcome === 'INVALID' ? null : isListed,
  }
}

/** The record's first name, where it is nearly that of the organization. */
export function findSimilarName({ facts }: IrsComparison): string | undefined {
  const name = facts.find(({ field, state, note }) => field === LEGAL_NAME && state === 'differs' && !note)
  return name?.irs?.map(({ text }) => text).join('')
}

/** "2 differ", "1 against", "not listed"; '' where all is the same. */
export function summarizeDifferences({ facts, isListed }: IrsComparison): string {
  if (isListed === null) return 'not checked'
  if (!isListed) return 'not listed'
  const count = (state: Fact['state']) => facts.filter((fact) => fact.state === state).length
  const [against, differing] = [count('against'), count('differs')]
  return [
    against > 0 ? `${against} against` : '',
    differing > 0 ? `${differing} ${differing === 1 ? 'differs' : 'differ'}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** "2 differ, 4 the same", "6 of 6 the same"; one line at most, so what agrees is left out where there is more to say. */
export function summarizeFacts(comparison: IrsComparison): string {
  const differences = summarizeDifferences(comparison)
  if (!comparison.isListed) return differences
  const same = comparison.facts.filter(({ state }) => state === 'same' || state === 'alike').length
  if (differences.includes(',')) return differences
  return differences ? `${differences}, ${same} the same` : `${same} of ${same} the same`
}

const plain = (text: string): Run[] => [{ text }]

const alone = (field: string, text: string, note?: string): Fact => ({
  field,
  state: 'alone',
  sent: plain(text),
  note: text === '' ? undefined : note,
})

const same = (field: string, text: string, exact: string): Fact => ({ field, state: 'same', sent: plain(text), exact })

function einFact(ein: string, evidence: Evidence | null, isListed: boolean): Fact {
  const field = decisionFields.ein
  if (isListed) return same(field, ein, ein)
  if (evidence?.outcome !== 'INVALID' || ein === '') return alone(field, ein)
  return { ...alone(field, ein, evidence.reasons[0]), state: 'differs', result: describeVerdict('INVALID').name }
}

interface RecordName {
  label: string
  name: string
  place: { city: string; state: string }
  /** Not the one that is expected to be compared. */
  isOther: boolean
}

function listNames({ orgAddress }: Claims, { row, deductible, revocations }: Evidence): RecordName[] {
  const listed = [
    { label: 'First name', name: row?.name, place: row },
    { label: 'Second name', name: row?.sortName, place: row },
    { label: 'Name in Publication 78', name: row ? undefined : deductible?.name, place: deductible },
  ].flatMap(({ label, name, place }) =>
    name && place ? [{ label, name, place, isOther: label !== 'First name' }] : [],
  )
  const revoked = revocations.map(({ name }) => ({ label: 'Name', name, place: orgAddress, isOther: false }))
  return listed.length > 0 ? listed : revoked.slice(0, 1)
}

/** Of both our names and those of the record the two that the verdict found most similar. */
function nearestNames(claims: Claims, evidence: Evidence) {
  const ours = [claims.orgName, claims.orgShortName].filter((name) => name !== '')
  const pairs = listNames(claims, evidence).flatMap((theirs) =>
    ours.map((sent) => ({
      sent,
      theirs,
      like: nameSimilarity({ ...claims.orgAddress, name: sent }, { ...theirs.place, name: theirs.name }),
    })),
  )
  return pairs.toSorted((a, b) => b.like - a.like)[0]
}

function listOtherNames(claims: Claims, evidence: Evidence): RecordFact[] {
  const compared = foldText(nearestNames(claims, evidence)?.theirs.name ?? '')
  return listNames(claims, evidence)
    .filter(({ name }) => foldText(name) !== compared)
    .map(({ label, name }) => ({ field: label, text: name, short: `${lowerFirst(label)} ${name}` }))
}

function nameFact(claims: Claims, evidence: Evidence | null): Fact {
  const nearest = evidence && nearestNames(claims, evidence)
  if (!nearest) return alone(LEGAL_NAME, claims.orgName)
  const { sent, theirs } = nearest
  const { kind, says, spoken, ...runs } = compareNames(sent, theirs.name, claims.orgAddress.state)
  const isShort = sent !== claims.orgName
  const note = [isShort && 'short name', theirs.isOther && lowerFirst(theirs.label)].filter(Boolean).join(', ')
  const fact = { field: LEGAL_NAME, ...runs, exact: theirs.name, note }
  const score = evidence.score ?? 0
  if (kind === 'same') return { ...fact, state: 'same' }
  if (kind === 'order' || kind === 'spelling') return { ...fact, state: 'alike', result: says }
  // Its own city, or a word that many names have: the verdict counts it as the same name, so nothing is marked.
  if (kind === 'words' && score >= ALIKE) {
    const unmarked = { sent: withoutMarks(runs.sent), irs: withoutMarks(runs.irs) }
    return { ...fact, ...unmarked, state: 'alike', result: `Same name. ${spoken}` }
  }
  return {
    ...fact,
    state: score < SIMILAR ? 'against' : 'differs',
    result: kind === 'other' ? describeVerdict('MISMATCH').name : says,
    spoken,
  }
}

const withoutMarks = (runs: Run[]) => plain(runs.map(({ text }) => text).join(''))

type Place = { city: string; state: string }

function placeFact(ours: Place, irs: Place | null, missing?: string): Fact {
  const field = 'City, state'
  const placeText = ({ city, state }: Place) => [city, state].filter(Boolean).join(', ')
  const text = placeText(ours)
  if (!irs || text === '' || placeText(irs) === '') return alone(field, text, missing)
  if (isSameCity(ours, irs)) return same(field, text, placeText(irs))
  const city = compareNames(ours.city, irs.city)
  const isSameState = ours.state === irs.state
  // Nothing is marked where nothing agrees: a mark on the state alone would say that the city is the same.
  const isElsewhere = !isSameState && city.kind === 'other'
  const comma = (state: string): Run[] => [
    { text: ', ' },
    isSameState || isElsewhere ? { text: state } : { text: state, isOnlyHere: true },
  ]
  const isLetters = /^\d+ letters?$/.test(city.says)
  return {
    field,
    state: 'differs',
    sent: [...city.sent, ...comma(ours.state)],
    irs: [...city.irs, ...comma(irs.state)],
    exact: placeText(irs),
    result: isElsewhere
      ? 'Another city and state'
      : !isSameState
        ? 'Another state'
        : isLetters
          ? city.says
          : 'Another city',
    spoken: `${text} is ${placeText(irs)} in the IRS record.`,
  }
}

const UNKNOWN_ZIP = '00000'

/** Only five digits are compared; the record is stored without the last four. */
function zipFact(sent: string, zip: string, missing?: string): Fact {
  const field = 'ZIP code'
  const five = sent.slice(0, 5)
  if (five === '' || zip === '' || zip === UNKNOWN_ZIP) return alone(field, sent, missing)
  if (five === zip) return same(field, sent, zip)
  const pieces = compareLetters(five, zip)
  const rest = sent.length > 5 ? plain(sent.slice(5)) : []
  return {
    field,
    state: 'differs',
    sent: [...runsOf(pieces, 'first'), ...rest],
    irs: runsOf(pieces, 'second'),
    exact: zip,
    result: countDifferences(five, zip),
    spoken: `${five} is ${zip} in the IRS record.`,
  }
}

const C3 = '501(c)(3)'

function subsectionFact(taxExempt: boolean, code: string | undefined, isListed: boolean): Fact {
  const field = 'Subsection'
  if (!taxExempt) return alone(field, 'No exemption claimed')
  if (code === undefined) return alone(field, C3, isListed ? 'not in this list' : 'claimed')
  const exact = inWords(subsections, code)
  if (code === '03') return { ...same(field, C3, ''), exact }
  const irs = plain(exact ?? '')
  return { field, state: 'against', sent: plain(C3), irs, exact, result: `Not ${C3}` }
}
