import type { RegistryRow } from '@hikmah/contract/irs-registry/endpoints'
import { expect, test } from 'vitest'
import { type Claims, differs, type Evidence, irsFacts } from './irs-facts.ts'

const claims: Claims = {
  ein: '84-0917362',
  orgName: 'Islamic Center of Fremont',
  orgShortName: '',
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
const of = (field: string, evidence: Evidence, given = claims) =>
  irsFacts(given, evidence).find((fact) => fact.field === field)

test('what the file of the IRS says alike is the same, whatever its capitals', () => {
  expect(of('Legal name', found())).toMatchObject({ second: 'ISLAMIC CENTER OF FREMONT', result: { says: 'Same' } })
  expect(of('City, state', found())).toMatchObject({ first: 'Fremont, CA', result: { says: 'Same', tone: 'success' } })
  expect(of('ZIP code', found())).toMatchObject({ first: '94536-5217', second: '94536', result: { says: 'Same' } })
  expect(irsFacts(claims, found()).filter(differs)).toEqual([])
})

test('the codes stand in words, with the code', () => {
  expect(of('Subsection', found())).toMatchObject({ second: '501(c)(3), code 03', result: { says: 'Same' } })
  expect(of('Foundation', found())?.second).toBe('Church, 170(b)(1)(A)(i), code 10')
  expect(of('Ruling date', found())?.second).toBe('Sep 2011')
  expect(of('Ruling date', found({ ruling: '000000' }))?.second).toBeUndefined()
  expect(of('IRS status', found())).toMatchObject({ first: undefined, result: { says: 'Not asked' } })
  expect(of('Foundation', found({ foundation: '99' }))?.second).toBe('Code 99')
})

test.each<[string, Partial<RegistryRow>, string]>([
  ['Subsection', { subsection: '04' }, 'Not 501(c)(3)'],
  ['Deductibility', { deductibility: '0' }, 'Undetermined'],
  ['Deductibility', { deductibility: '2' }, 'Not deductible'],
  ['Foundation', { foundation: '04' }, 'Private'],
  ['ZIP code', { zip: '94563' }, '2 digits'],
  ['City, state', { city: 'FREEMONT' }, '1 letter'],
])('%s that does not fit is told', (field, change, says) => {
  const fact = of(field, found(change))!
  expect(fact.result.says).toBe(says)
  expect(differs(fact)).toBe(true)
})

test('of a subordinate of a group the name that fits is compared, and the other one said', () => {
  const inGroup = { name: 'ISLAMIC SOCIETY OF NORTH AMERICA', sortName: 'ISLAMIC CENTER OF FREMONT', group: '5213' }
  expect(of('Legal name', found({ ...inGroup, affiliation: '9' }))).toMatchObject({
    second: 'ISLAMIC CENTER OF FREMONT',
    note: 'Second name. First name: ISLAMIC SOCIETY OF NORTH AMERICA',
    result: { says: 'Same' },
  })
  expect(of('Group', found({ ...inGroup, affiliation: '9' }))?.second).toBe('5213, subordinate')
})

test('a name is judged by how alike the names are, and its letters are marked all the same', () => {
  const name = (irs: string, score: number) => of('Legal name', found({ name: irs }, { score }))!
  expect(name('ISLAMIC CTR OF FREMONT INC', 1)).toMatchObject({ result: { says: 'Same name', tone: 'success' } })
  expect(name('ISLAMIC CTR OF FREMONT INC', 1).pieces?.some(({ isSame }) => !isSame)).toBe(true)
  expect(name('ISLAMIC CENTER OF FREMOND', 0.8).result).toEqual({ says: '1 letter', tone: 'warning' })
  expect(name('ZYX', 0.1).result).toEqual({ says: 'Differs', tone: 'danger' })
})

test('two empty cells have no tick, and absence is no difference', () => {
  const nothing = { ...claims, orgAddress: { ...claims.orgAddress, city: '', state: '', postalCode: '' } }
  expect(of('City, state', found({ city: '', state: '' }), nothing)?.result).toEqual({ says: 'Not compared' })
  expect(of('ZIP code', found({ zip: '00000' }))?.result).toEqual({ says: 'Not compared' })
  expect(of('ZIP code', found(), nothing)?.result).toEqual({ says: 'Not compared' })
  expect(irsFacts(claims, absent()).map(({ field, second, result }) => [field, second, result.says])).toEqual([
    ['Tax ID/EIN', undefined, 'Not listed'],
    ['Legal name', undefined, 'Not compared'],
    ['City, state', undefined, 'Not compared'],
  ])
})

test('who is in another file alone is compared with that', () => {
  const deductible = {
    name: 'Islamic Centre of Fremont',
    city: 'Fremont',
    state: 'CA',
    country: 'United States',
    codes: ['PC', 'GROUP'],
  }
  const evidence = absent({ deductible, score: 0.9 })
  expect(of('Legal name', evidence)).toMatchObject({
    second: 'Islamic Centre of Fremont',
    note: 'Name in Publication 78',
  })
  expect(of('Publication 78', evidence)?.second).toBe(
    'Public charity, code PC; Central organization of a group, code GROUP',
  )
})

test('revoked is who was not reinstated and is listed nowhere else', () => {
  const revoked = { name: 'ISLAMIC CENTER', revokedOn: '2022-01-15', postedOn: null, reinstatedOn: null }
  const again = { ...revoked, reinstatedOn: '2023-03-01' }
  expect(of('Revocations', absent({ revocations: [revoked] }))).toMatchObject({
    second: 'Revoked Jan 15, 2022',
    result: { says: 'Revoked', tone: 'danger' },
  })
  expect(of('Revocations', absent({ revocations: [again, revoked] }))).toMatchObject({
    second: 'Revoked Jan 15, 2022, reinstated Mar 1, 2023; Revoked Jan 15, 2022',
    result: { says: 'Reinstated' },
  })
  expect(of('Revocations', found({}, { revocations: [revoked] }))?.result).toEqual({ says: 'Listed again' })
})
