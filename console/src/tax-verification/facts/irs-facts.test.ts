import type { RegistryRow } from '@hikmah/contract/irs-registry/endpoints'
import { expect, test } from 'vitest'
import type { Run } from './compare-names.ts'
import { compareWithIrs, differs, findSimilarName, summarizeDifferences, summarizeFacts } from './irs-facts.ts'
import type { Claims, Evidence } from './irs-record.ts'

const claims: Claims = {
  ein: '84-0917362',
  orgName: 'Islamic Center of Fremont',
  orgShortName: '',
  orgType: 'Masjid/Islamic Center',
  orgAddress: { line1: '1 Main St', line2: '', city: 'Fremont', state: 'CA', postalCode: '94536-5217', country: 'USA' },
  taxExempt: true,
}
const row: RegistryRow = {
  ein: '84-0917362',
  name: 'ISLAMIC CENTER OF FREMONT',
  sortName: '',
  city: 'FREMONT',
  state: 'CA',
  zip: '94536',
  group: '0000',
  subsection: '03',
  affiliation: '3',
  ruling: '201109',
  deductibility: '1',
  foundation: '10',
  status: '01',
  filingRequirement: '06',
  ntee: 'X40',
}
const found = (change: Partial<RegistryRow> = {}, but: Partial<Evidence> = {}): Evidence => ({
  row: { ...row, ...change },
  deductible: null,
  revocations: [],
  sources: [],
  outcome: 'VERIFIED',
  stale: false,
  score: 1,
  reasons: [],
  suggestion: { einStatus: 'Approved', exemptStatus: 'Approved', reason: '' },
  ...but,
})
const absent = (but: Partial<Evidence> = {}) => ({
  ...found({}, { outcome: 'NOT_LISTED', score: null, ...but }),
  row: null,
})
const factsOf = (evidence: Evidence | null, but: Partial<Claims> = {}) =>
  compareWithIrs({ ...claims, ...but }, evidence)
const of = (field: string, evidence: Evidence, but: Partial<Claims> = {}) =>
  factsOf(evidence, but).facts.find((fact) => fact.field === field)!
const only = (field: string, evidence: Evidence) => factsOf(evidence).irsOnly.find((fact) => fact.field === field)
const shown = (runs: Run[] = []) => runs.map(({ text, isOnlyHere }) => (isOnlyHere ? `[${text}]` : text)).join('')

test('what the IRS says alike is one line, with the record as it is written, whatever its capitals', () => {
  const { facts } = factsOf(found())
  expect(facts.map(({ field, state, sent, exact }) => [field, state, shown(sent), exact])).toEqual([
    ['Tax ID/EIN', 'same', '84-0917362', '84-0917362'],
    ['Legal name', 'same', 'Islamic Center of Fremont', 'ISLAMIC CENTER OF FREMONT'],
    ['Street', 'alone', '1 Main St', undefined],
    ['City, state', 'same', 'Fremont, CA', 'FREMONT, CA'],
    ['ZIP code', 'same', '94536-5217', '94536'],
    ['Subsection', 'same', '501(c)(3)', '501(c)(3), code 03'],
  ])
  expect(of('Street', found()).note).toBe('not in this list')
  expect(facts.filter(differs)).toEqual([])
})

test('what only the IRS has stands in words, with the code, and short in the line that folds it', () => {
  expect(factsOf(found()).irsOnly).toEqual([
    { field: 'Foundation', text: 'Church, 170(b)(1)(A)(i), code 10', short: 'church 170(b)(1)(A)(i)' },
    { field: 'Deductibility', text: 'Deductible, code 1', short: 'deductible' },
    { field: 'Ruling date', text: 'Sep 2011', short: 'ruling Sep 2011' },
    { field: 'Group', text: 'In no group', short: 'in no group' },
    { field: 'IRS status', text: 'Unconditional exemption, code 01', short: 'unconditional exemption' },
  ])
  expect(only('Ruling date', found({ ruling: '000000' }))).toBeUndefined()
  expect(only('Foundation', found({ foundation: '99' }))?.text).toBe('Code 99')
})

test.each<[string, Partial<RegistryRow>, string, string, string, string]>([
  ['ZIP code', { zip: '94563' }, 'differs', '945[36]-5217', '945[63]', '2 digits'],
  ['City, state', { city: 'FREEMONT' }, 'differs', 'Fremont, CA', 'Fre[e]mont, CA', '1 letter'],
  ['City, state', { city: 'NEWARK' }, 'differs', 'Fremont, CA', 'Newark, CA', 'Another city'],
  ['City, state', { state: 'NE' }, 'differs', 'Fremont, [CA]', 'Fremont, [NE]', 'Another state'],
  ['City, state', { city: 'TOLEDO', state: 'OH' }, 'differs', 'Fremont, CA', 'Toledo, OH', 'Another city and state'],
  ['Subsection', { subsection: '04' }, 'against', '501(c)(3)', '501(c)(4) social welfare, code 04', 'Not 501(c)(3)'],
  ['Exemption', { deductibility: '2' }, 'against', '', '', 'Not deductible'],
  ['Deductibility', { deductibility: '0' }, 'differs', '', '', 'Undetermined'],
  ['Deductibility', { deductibility: '4' }, 'differs', '', '', 'Deductible by treaty'],
  ['Foundation', { foundation: '04' }, 'differs', '', '', 'Private foundation'],
  ['IRS status', { status: '12' }, 'against', '', '', 'Trust'],
  ['IRS status', { status: '25' }, 'differs', '', '', 'Terminating'],
])('%s that does not fit comes first and is told: %j', (field, change, state, sent, irs, result) => {
  const fact = of(field, found(change))
  expect([fact.state, shown(fact.sent), shown(fact.irs), fact.result]).toEqual([state, sent, irs, result])
  expect(factsOf(found(change)).facts[0]).toEqual(fact)
})

test('who claims no exemption contradicts no subsection', () => {
  const evidence = found({ subsection: '04', deductibility: '2' })
  expect(of('Subsection', evidence, { taxExempt: false })).toMatchObject({ state: 'alone' })
  expect(factsOf(evidence, { taxExempt: false }).facts.filter(differs)).toEqual([])
  expect(factsOf(evidence, { taxExempt: false }).irsOnly[0]?.text).toBe('501(c)(4) social welfare, code 04')
})

test.each<[string, string, number, string, string | undefined, string]>([
  ['Islamic Center of Fremont', 'ISLAMIC CENTER OF FREMONT INC', 1, 'same', undefined, 'Islamic Center of Fremont Inc'],
  ['Islamic Center of Fremont', 'ISLAMIC CTR FREMONT', 1, 'alike', 'Same name, other spelling', 'Islamic Ctr Fremont'],
  ['Masjid Noor', 'MASJID NUR', 1, 'alike', 'Same name, other spelling', 'Masjid Nur'],
  ['Fremont Masjid', 'MASJID FREMONT', 1, 'alike', 'Same words, other order', 'Masjid Fremont'],
  // The verdict takes the city for granted, so a match is never beside a mark.
  [
    'Masjid Hidayah',
    'MASJID HIDAYAH OF FREMONT',
    1,
    'alike',
    'Same name. Only in the IRS record: Fremont.',
    'Masjid Hidayah of Fremont',
  ],
  [
    'Masjid Hidayah',
    'MASJID HIDAYAH OF WEST',
    0.8,
    'differs',
    '1 word only in the IRS record',
    'Masjid Hidayah of [West]',
  ],
  ['Masjid Hidayah', 'MASJID BAKERY', 0.5, 'against', '1 word differs', 'Masjid [Bakery]'],
  ['Masjid Hidayah', 'SUNRISE BAKERY', 0, 'against', 'Different name', 'Sunrise Bakery'],
])('%s beside %s is judged as the verdict judges it', (orgName, name, score, state, result, irs) => {
  const fact = of('Legal name', found({ name }, { score }), { orgName })
  expect([fact.state, fact.result, shown(fact.irs), fact.exact]).toEqual([state, result, irs, name])
})

test('of a subordinate of a group the name that fits is compared, and the other one told', () => {
  const inGroup = { name: 'ISLAMIC SOCIETY OF NORTH AMERICA', sortName: 'ISLAMIC CENTER OF FREMONT', group: '5213' }
  const evidence = found({ ...inGroup, affiliation: '9' })
  expect(of('Legal name', evidence)).toMatchObject({
    state: 'same',
    exact: 'ISLAMIC CENTER OF FREMONT',
    note: 'second name',
  })
  expect(only('First name', evidence)?.text).toBe('ISLAMIC SOCIETY OF NORTH AMERICA')
  expect(only('Group', evidence)?.text).toBe('Group 5213, subordinate')
})

test('where the short name is the one on record, it is compared', () => {
  const evidence = found({ name: 'MASJID HIDAYAH' })
  expect(of('Legal name', evidence, { orgShortName: 'Masjid Hidayah' })).toMatchObject({
    state: 'same',
    sent: [{ text: 'Masjid Hidayah' }],
    note: 'short name',
  })
})

test('a name that is nearly the same can be taken over in the case of the form, and no other one', () => {
  const nameOf = (change: Partial<RegistryRow>, but: Partial<Evidence>, of = claims) =>
    findSimilarName(compareWithIrs(of, found(change, but)))
  const similar = { name: 'ISLAMIC CENTER OF WEST FREMONT' }
  expect(nameOf(similar, { score: 0.8 })).toBe('Islamic Center of West Fremont')
  expect(nameOf({}, {}), 'it is the same').toBeUndefined()
  expect(nameOf({ name: 'BAKERS OF RHO' }, { score: 0.2 })).toBeUndefined()
  const short = { ...claims, orgName: 'The House of Peace', orgShortName: 'Islamic Center of Fremont' }
  expect(nameOf(similar, { score: 0.8 }, short), 'the short name is no name on file').toBeUndefined()
})

test('two empty cells have no check, and absence is no difference', () => {
  const nothing = { orgAddress: { ...claims.orgAddress, city: '', state: '', postalCode: '' } }
  expect(of('City, state', found({ city: '', state: '' }), nothing).state).toBe('alone')
  expect(of('ZIP code', found({ zip: '00000' })).state).toBe('alone')
  expect(of('ZIP code', found(), nothing).state).toBe('alone')
  const { facts, irsOnly } = factsOf(absent())
  expect(facts.map(({ state, note }) => [state, note])).toEqual([
    ...Array.from({ length: 5 }, () => ['alone', undefined]),
    ['alone', 'claimed'],
  ])
  expect(irsOnly).toEqual([])
})

test('who is in another file alone is compared with that', () => {
  const deductible = {
    name: 'Islamic Centre of Fremont',
    city: 'Fremont',
    state: 'CA',
    country: 'United States',
    codes: ['PC', 'GROUP'],
  }
  const evidence = absent({ deductible, score: 1 })
  expect(of('Legal name', evidence)).toMatchObject({
    state: 'alike',
    exact: 'Islamic Centre of Fremont',
    note: 'name in Publication 78',
  })
  expect(of('ZIP code', evidence)).toMatchObject({ state: 'alone', note: 'not in this list' })
  expect(only('Publication 78', evidence)).toEqual({
    field: 'Publication 78',
    text: 'Public charity, code PC; Central organization of a group, code GROUP',
    short: 'public charity; Central organization of a group',
  })
})

const revoked = {
  name: 'ISLAMIC CENTER OF FREMONT',
  revokedOn: '2022-01-15',
  postedOn: '2022-03-08',
  reinstatedOn: null,
}
const again = { ...revoked, revokedOn: '2023-01-15', reinstatedOn: '2023-03-01' }

test('a revoked exemption is the first row, and says why', () => {
  const evidence = absent({ outcome: 'REVOKED', revocations: [revoked], score: 1 })
  const { facts, irsOnly } = factsOf(evidence)
  expect(facts[0]).toEqual({
    field: 'Exemption',
    state: 'against',
    result: 'Revoked Jan 15, 2022',
    note: 'No returns filed for three years. Not reinstated, not on any current list.',
  })
  expect(facts.slice(1).map(({ field, state, note }) => [field, state, note])).toEqual([
    ['Tax ID/EIN', 'same', undefined],
    ['Legal name', 'same', ''],
    ['Street', 'alone', 'not in this list'],
    ['City, state', 'alone', 'not in this list'],
    ['ZIP code', 'alone', 'not in this list'],
    ['Subsection', 'alone', 'not in this list'],
  ])
  expect(irsOnly.map(({ short }) => short)).toEqual(['posted Mar 8, 2022', 'found in: Automatic revocations'])
})

test('an organization that is listed elsewhere, or was reinstated, is not revoked now', () => {
  const reinstated = absent({ revocations: [again, revoked], score: 1 })
  expect(factsOf(reinstated).facts.filter(differs)).toEqual([])
  expect(only('Past revocations', reinstated)?.text).toBe(
    'Revoked Jan 15, 2023, reinstated Mar 1, 2023; Revoked Jan 15, 2022',
  )
  const listedAgain = found({}, { revocations: [revoked] })
  expect(factsOf(listedAgain).facts.filter(differs)).toEqual([])
  expect(only('Past revocations', listedAgain)?.short).toBe('1 past revocation')
})

test('a revocation that is newer than the list is told', () => {
  const source = { kind: 'eo-bmf' as const, fileNames: [], sha256: '', rows: 1, importedAt: '2022-02-01T00:00:00Z' }
  const evidence = found({}, { revocations: [revoked], sources: [{ ...source, snapshotOn: '2022-02-01' }] })
  expect(of('Exemption', evidence)).toMatchObject({ state: 'differs', result: 'Revoked Jan 15, 2022' })
})

test('a number that is no EIN says so', () => {
  const evidence = absent({ outcome: 'INVALID', reasons: ['This is not an EIN.'] })
  expect(of('Tax ID/EIN', evidence, { ein: '1' })).toMatchObject({
    state: 'differs',
    result: 'No valid EIN',
    note: 'This is not an EIN.',
  })
  expect(summarizeFacts(factsOf(evidence, { ein: '1' }))).toBe('not checked')
})

test.each<[Evidence | null, string, string]>([
  [found(), '', '5 of 5 the same'],
  [found({ zip: '94563' }), '1 differs', '1 differs, 4 the same'],
  [found({ zip: '94563', city: 'NEWARK' }), '2 differ', '2 differ, 3 the same'],
  [found({ zip: '94563', subsection: '04' }), '1 against, 1 differs', '1 against, 1 differs'],
  [absent({ revocations: [revoked], score: 1 }), '1 against', '1 against, 2 the same'],
  [absent(), 'not listed', 'not listed'],
  [null, 'not checked', 'not checked'],
])('the head counts what differs and what is the same', (evidence, differences, all) => {
  expect(summarizeDifferences(factsOf(evidence))).toBe(differences)
  expect(summarizeFacts(factsOf(evidence))).toBe(all)
})
