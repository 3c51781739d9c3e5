import type { RegistryEvidence, RegistryQuestion, RegistryRow } from '@hikmah/contract/irs-registry/endpoints'
import { describe, expect, test } from 'vitest'
import { registryRow as row, registrySource as source } from '../../../test/registry-rows.ts'
import { suggestVerdict } from './suggest-verdict.ts'

const today = new Date('2026-11-22T12:00:00Z')

const subordinate = row({
  name: 'ISLAMIC SOCIETY OF NORTH AMERICA',
  sortName: 'ISLAMIC CENTER OF FREMONT',
  group: '5213',
  affiliation: '9',
})

const evidence = (parts: Partial<RegistryEvidence> = {}): RegistryEvidence => ({
  row: row(),
  deductible: null,
  revocations: [],
  sources: [source('eo-bmf'), source('pub78', '2026-10-13'), source('revocations')],
  ...parts,
})

const absent = { row: null, deductible: null }
const revoked = {
  name: 'ISLAMIC CENTER OF FREMONT',
  revokedOn: '2021-05-15',
  postedOn: '2021-08-09',
  reinstatedOn: null,
}
const reinstated = { ...revoked, reinstatedOn: '2022-03-01' }
const deductible = (...codes: string[]) => ({
  name: 'Islamic Center of Fremont',
  city: 'Fremont',
  state: 'CA',
  country: 'United States',
  codes,
})

const question = (parts: Partial<RegistryQuestion> = {}): RegistryQuestion => ({
  taxIdEin: '84-0917362',
  orgName: 'Islamic Center of Fremont',
  orgType: 'Masjid/Islamic Center',
  city: 'Fremont',
  state: 'CA',
  ...parts,
})

const ask = (about: Partial<RegistryQuestion>, files: Partial<RegistryEvidence> = {}, near: RegistryRow[] = []) => {
  const verdict = suggestVerdict(question(about), evidence(files), near, today)
  if (!verdict) throw new Error('No verdict')
  return verdict
}
const outcome = (about: Partial<RegistryQuestion>, files: Partial<RegistryEvidence> = {}) => ask(about, files).outcome

const approved = { einStatus: 'Approved', exemptStatus: 'Approved', reason: '' }
const pending = { einStatus: 'Pending', exemptStatus: 'Pending', reason: '' }

test('an organization that the IRS lists under its name and state is verified, and its reasons name the file', () => {
  expect(ask({})).toMatchObject({
    outcome: 'VERIFIED',
    score: 1,
    stale: false,
    suggestion: approved,
    row: { ein: '84-0917362' },
    reasons: [
      'The IRS lists 84-0917362 as ISLAMIC CENTRE OF FREMONT INC in Fremont, CA (file of Nov 9, 2026).',
      'The name matches Islamic Center of Fremont.',
      'Contributions to it are deductible.',
    ],
  })
})

test('the short name of the organization and the second name of the IRS are compared too', () => {
  expect(outcome({ orgName: 'Ummah Services of the Bay', orgShortName: 'IC Fremont' })).toBe('MISMATCH')
  expect(outcome({ orgName: 'ICF', orgShortName: 'Islamic Ctr of Fremont' })).toBe('VERIFIED')
  expect(outcome({ orgName: 'Masjid Quba' }, { row: row({ sortName: 'QUBA MOSQUE' }) })).toBe('VERIFIED')
})

test('letters that many names begin with are not enough to know an organization by', () => {
  const listed = { row: row({ name: 'INDIAN COMMUNITY CENTER', sortName: 'ICC' }) }
  expect(outcome({ orgName: 'Iman Circle of Chico', orgShortName: 'ICC' }, listed)).toBe('NAME_REVIEW')
})

test('six letters are a name of their own', () => {
  const listed = row({ name: 'SOMETHING ELSE ENTIRELY', sortName: 'ICOFNJ' })
  const named = { orgName: 'Masjid Bilal', orgShortName: 'ICOFNJ' }
  expect(outcome(named, { row: listed })).toBe('VERIFIED')
  const short = { orgName: 'Masjid Bilal', orgShortName: 'ICOFN' }
  expect(outcome(short, { row: row({ name: 'SOMETHING ELSE ENTIRELY', sortName: 'ICOFN' }) })).not.toBe('VERIFIED')
})

describe('a name that differs', () => {
  test('in a place is looked at, and in most words is another organization', () => {
    expect(ask({ orgName: 'Islamic Center of North Fremont' })).toMatchObject({
      outcome: 'NAME_REVIEW',
      suggestion: pending,
    })
    expect(ask({ orgName: 'Bay Area Food Bank' })).toMatchObject({ outcome: 'MISMATCH', score: 0, suggestion: pending })
  })

  test('in one word of many is looked at as well', () => {
    const name = 'EAST BAY MUSLIM COMMUNITY CULTURAL AND EDUCATION CENTER OF ALAMEDA COUNTY'
    expect(outcome({ orgName: name }, { row: row({ name }) })).toBe('VERIFIED')
    expect(outcome({ orgName: name.replace('EAST', 'WEST') }, { row: row({ name }) })).toBe('NAME_REVIEW')
  })

  test('the same name in another state is looked at', () => {
    const verdict = ask({ city: 'Fremont', state: 'Nebraska' })
    expect(verdict).toMatchObject({ outcome: 'NAME_REVIEW', score: 1 })
    expect(verdict.reasons.join(' ')).toContain('in Fremont, CA, the organization says Fremont, Nebraska')
  })

  test('a state is known by its name as by its letters, and another city is only said', () => {
    const verdict = ask({ city: 'Newark', state: 'California' })
    expect(verdict.outcome).toBe('VERIFIED')
    expect(verdict.reasons.join(' ')).toContain('a mailing address may be elsewhere')
  })

  test('a name of common words alone needs its city', () => {
    const listed = { row: row({ name: 'ISLAMIC CENTER INC', city: 'OKLAHOMA CTY', state: 'OK' }) }
    expect(outcome({ orgName: 'Islamic Center', city: 'Oklahoma City', state: 'OK' }, listed)).toBe('VERIFIED')
    expect(outcome({ orgName: 'Islamic Center', city: 'Tulsa', state: 'OK' }, listed)).toBe('NAME_REVIEW')
  })

  test('an organization without a name has nothing to compare', () => {
    expect(ask({ orgName: '' })).toMatchObject({ outcome: 'NAME_REVIEW', score: null, suggestion: pending })
  })
})

describe('a name that the IRS lists under two numbers', () => {
  const mahdi = { orgName: 'Mosque of Al Mahdi Inc', city: 'Washington', state: 'DC' }
  const listed = (parts: Partial<RegistryRow>) => row({ city: 'WASHINGTON', state: 'DC', ...parts })
  const first = listed({ name: 'MOSQUE OF AL MAHDI INC' })
  const second = listed({ name: 'MOSQUE OF AL MAHDI INCORPORATED', ein: '52-1079625' })
  const under = (mine: RegistryRow, parts: Partial<RegistryQuestion>, other: RegistryRow) =>
    ask({ ...mahdi, taxIdEin: mine.ein, ...parts }, { row: mine }, [first, second, other])

  test('is verified under the one that has it letter by letter, and the other is named', () => {
    const verdict = under(first, {}, second)
    expect(verdict.outcome).toBe('VERIFIED')
    expect(verdict.reasons).toContain('The IRS lists this name in Washington, DC under 52-1079625.')
    expect(under(second, { orgName: 'MOSQUE OF AL-MAHDI, INCORPORATED' }, first).outcome).toBe('VERIFIED')
  })

  test('is looked at under the other one, and where nothing tells them apart', () => {
    const verdict = under(second, {}, first)
    expect(verdict).toMatchObject({ outcome: 'NAME_REVIEW', score: 1, suggestion: pending })
    expect(verdict.reasons.join(' ')).toContain(
      'Another EIN fits the name as well: compare the numbers with the letter of the IRS. The IRS lists this name in Washington, DC under 84-0917362.',
    )
    expect(under(first, { orgName: 'Al-Mahdi Mosque' }, second).outcome).toBe('NAME_REVIEW')
  })

  test('and in two cities is looked at unless the number is that of its own city', () => {
    const dallas = row({ name: 'MASJID AL NOOR', city: 'DALLAS', state: 'TX', ein: '75-1234567' })
    const austin = row({ name: 'MASJID AL NOOR', city: 'AUSTIN', state: 'TX' })
    const inAustin = { orgName: 'Masjid Al-Noor', city: 'Austin', state: 'TX' }
    expect(ask(inAustin, { row: austin }, [austin, dallas]).outcome).toBe('VERIFIED')
    expect(ask({ ...inAustin, taxIdEin: dallas.ein }, { row: dallas }, [austin, dallas]).outcome).toBe('NAME_REVIEW')
  })

  test('names each, the one of the same city before that of another, in whatever order they are found', () => {
    const elsewhere = row({ name: 'AL MAHDI MOSQUE', city: 'TAMPA', state: 'FL', ein: '59-1079625' })
    for (const near of [
      [second, elsewhere],
      [elsewhere, second],
    ]) {
      const { reasons } = ask({ ...mahdi, taxIdEin: first.ein }, { row: first }, [first, ...near])
      expect(reasons.filter((reason) => reason.startsWith('The IRS lists this name'))).toEqual([
        'The IRS lists this name in Washington, DC under 52-1079625.',
        'The IRS lists this name in Tampa, FL under 59-1079625.',
      ])
    }
  })

  test('does not hold up another name that only sounds like it', () => {
    const north = row({ name: 'ISLAMIC CENTER OF NORTH FREMONT', ein: '94-1234567' })
    const verdict = ask({}, {}, [row(), north])
    expect(verdict.outcome).toBe('VERIFIED')
    expect(verdict.reasons.join(' ')).not.toContain('94-1234567')
  })
})

describe('a group exemption', () => {
  test('is verified by the member’s own name, and names the group', () => {
    const verdict = ask({}, { row: subordinate })
    expect(verdict).toMatchObject({ outcome: 'VERIFIED_GROUP', suggestion: approved })
    expect(verdict.reasons).toContain('It is exempt as a member of group exemption 5213.')
  })

  test('is not verified by the parent’s name from another city', () => {
    const asParent = { orgName: 'Islamic Society of North America' }
    expect(outcome({ ...asParent, city: 'San Jose' }, { row: subordinate })).toBe('NAME_REVIEW')
    expect(outcome(asParent, { row: subordinate })).toBe('VERIFIED_GROUP')
  })

  test('the EIN of its central organization is not the member’s', () => {
    const parent = row({ name: 'ISLAMIC SOCIETY OF NORTH AMERICA', group: '5213', affiliation: '6', state: 'IN' })
    const verdict = ask({}, { row: parent, deductible: { ...deductible('GROUP'), name: parent.name } })
    expect(verdict).toMatchObject({ outcome: 'MISMATCH', suggestion: pending })
    expect(verdict.reasons.join(' ')).toContain('central organization of group exemption 5213')
  })
})

describe('the codes of the IRS', () => {
  test.each([
    ['NOT_C3', { subsection: '04' }],
    ['NOT_C3', { subsection: '92', status: '12', foundation: '00' }],
    ['NOT_C3', { deductibility: '2' }],
    ['PRIVATE_FOUNDATION', { foundation: '02' }],
    ['PRIVATE_FOUNDATION', { foundation: '03' }],
    ['PRIVATE_FOUNDATION', { foundation: '04' }],
    ['PRIVATE_FOUNDATION', { foundation: '15', status: '25' }],
    ['DEDUCT_UNKNOWN', { deductibility: '0' }],
    ['DEDUCT_UNKNOWN', { deductibility: '4' }],
  ] as const)('%s follows from %o: the EIN is the organization’s, the exemption waits', (expected, codes) => {
    expect(ask({}, { row: row(codes) })).toMatchObject({ outcome: expected, suggestion: pending })
  })

  test('of another organization are not looked at', () => {
    expect(outcome({ orgName: 'Bay Area Food Bank' }, { row: row({ subsection: '04' }) })).toBe('MISMATCH')
  })

  test('of Publication 78 count where the other file does not have the EIN', () => {
    const listed = (...codes: string[]) => outcome({}, { row: null, deductible: deductible(...codes) })
    expect(listed('PC')).toBe('VERIFIED')
    expect(ask({}, { row: null, deductible: deductible('PC') }).reasons[0]).toBe(
      'Publication 78 lists Islamic Center of Fremont as “Public charity, code PC” (file of Oct 13, 2026).',
    )
    expect(listed('EO', 'GROUP', 'LODGE')).toBe('VERIFIED_GROUP')
    expect(listed('PF')).toBe('PRIVATE_FOUNDATION')
    expect(listed('EO', 'LODGE')).toBe('NOT_C3')
    expect(listed('UNKWN')).toBe('DEDUCT_UNKNOWN')
  })
})

describe('a revocation', () => {
  test('that stands suggests a rejection with its day, in at most 100 characters', () => {
    const verdict = ask({}, { ...absent, revocations: [revoked] })
    expect(verdict).toMatchObject({
      outcome: 'REVOKED',
      score: 1,
      suggestion: {
        einStatus: 'Pending',
        exemptStatus: 'Rejected',
        reason: expect.stringContaining('May 15, 2021'),
        reasonCode: 'exemption-revoked',
      },
    })
    expect(verdict.suggestion.reason.length).toBeLessThanOrEqual(100)
  })

  test('of somebody else is no reason to reject the exemption as revoked, but suggests the EIN of another', () => {
    const others = { ...absent, revocations: [{ ...revoked, name: 'TACOMA CHESS CLUB' }] }
    const { outcome, score, suggestion } = ask({}, others)
    expect([outcome, score! < 0.6]).toEqual(['REVOKED', true])
    expect(suggestion).toEqual({
      einStatus: 'Pending',
      exemptStatus: 'Pending',
      reason: 'The IRS has this EIN under another name. Send us the EIN letter of your organization.',
      reasonCode: 'ein-of-another',
    })
    expect(suggestion.reason.length).toBeLessThanOrEqual(100)
    const nameless = { ...absent, revocations: [{ ...revoked, name: '' }] }
    expect(ask({}, nameless).suggestion.reasonCode, 'without a name nothing is like').toBe('ein-of-another')
  })

  test('of somebody else suggests the EIN of the only namesake in its city, and none of several or far away', () => {
    const others = { ...absent, revocations: [{ ...revoked, name: 'TACOMA CHESS CLUB' }] }
    const near = (parts: Partial<RegistryRow>) => row({ ein: '84-0917363', ...parts })
    const einOf = (rows: RegistryRow[]) => ask({}, others, rows).suggestion.ein
    expect(einOf([near({})])).toBe('84-0917363')
    expect(einOf([near({}), near({ ein: '84-0917364' })])).toBeUndefined()
    expect(einOf([near({ city: 'TACOMA', state: 'WA' })])).toBeUndefined()
    expect(einOf([near({ name: 'FREMONT CHESS CLUB' })])).toBeUndefined()
    const twin = ask({}, {}, [near({ name: 'ISLAMIC CENTER OF FREMONT', city: 'TACOMA', state: 'WA' })])
    expect(twin.suggestion.ein).toBeUndefined()
    expect(ask({ orgName: 'Masjid Al-Huda' }, {}, [near({ name: 'MASJID AL-HUDA' })])).toMatchObject({
      outcome: 'MISMATCH',
      suggestion: { ein: '84-0917363' },
    })
  })

  test('under a similar name suggests the rejection as well', () => {
    const others = { ...absent, revocations: [{ ...revoked, name: `${revoked.name} WEST` }] }
    const { score, suggestion } = ask({}, others)
    expect(score! >= 0.6 && score! < 0.9).toBe(true)
    expect(suggestion).toMatchObject({ einStatus: 'Pending', exemptStatus: 'Rejected' })
  })

  test('after a reinstatement stands again', () => {
    const again = { ...revoked, revokedOn: '2025-05-15' }
    expect(outcome({}, { ...absent, revocations: [again, reinstated] })).toBe('REVOKED')
  })

  test('that was taken back is no fault of a listed organization, and its days are said', () => {
    const verdict = ask({}, { revocations: [reinstated] })
    expect(verdict).toMatchObject({ outcome: 'REINSTATED', suggestion: approved })
    expect(verdict.reasons).toContain('Revoked May 15, 2021; reinstated Mar 1, 2022.')
    expect(outcome({ orgName: 'Bay Area Food Bank' }, { revocations: [reinstated] })).toBe('MISMATCH')
    expect(outcome({}, { revocations: [reinstated], row: row({ foundation: '04' }) })).toBe('PRIVATE_FOUNDATION')
  })

  test('that was taken back does not reject who is not listed', () => {
    expect(outcome({}, { ...absent, revocations: [reinstated] })).toBe('NOT_LISTED_CHURCH')
  })

  test('does not stand against a list that is newer, and makes one wait whose list is older', () => {
    expect(outcome({}, { revocations: [revoked] })).toBe('VERIFIED')
    const posted = { ...revoked, revokedOn: '2026-11-15', postedOn: '2026-11-16' }
    expect(ask({}, { revocations: [posted] })).toMatchObject({ outcome: 'DEDUCT_UNKNOWN', suggestion: pending })
  })
})

describe('being absent', () => {
  test('never rejects, and a mosque is told to need no listing', () => {
    const mosque = ask({}, absent)
    expect(mosque).toMatchObject({ outcome: 'NOT_LISTED_CHURCH', score: null, suggestion: pending })
    expect(mosque.reasons.join(' ')).toContain('exempt without applying')
    for (const orgType of ['Madarsa/Islamic Center', 'Others', '']) {
      expect(ask({ orgType }, absent)).toMatchObject({ outcome: 'NOT_LISTED', suggestion: pending })
    }
  })

  test('is said of the files that were looked into', () => {
    expect(ask({}, { ...absent, sources: [source('eo-bmf')] }).reasons[0]).toBe(
      '84-0917362 is not in the IRS file: exempt organizations of Nov 9, 2026.',
    )
  })

  test('is no verdict where no file lists exempt organizations', () => {
    for (const sources of [[], [source('revocations')]]) {
      expect(suggestVerdict(question(), evidence({ ...absent, sources }), [], today)).toBeNull()
    }
  })
})

describe('an EIN', () => {
  test.each(['', '840917362', '84-091736', '123-45-6789', 'ab-1234567'])('%o is refused', (taxIdEin) => {
    expect(ask({ taxIdEin })).toMatchObject({ outcome: 'INVALID', score: null, suggestion: pending })
  })

  test.each(['07-0917362', '00-1234567', '97-0917362', '22-2222222', '12-3456789'])('%s is only odd', (taxIdEin) => {
    const plain = ask({})
    const odd = ask({ taxIdEin })
    expect(odd).toMatchObject({ outcome: plain.outcome, suggestion: plain.suggestion })
    expect(odd.reasons.length).toBeGreaterThan(plain.reasons.length)
  })
})

test('files are stale beside any outcome once the newest is over 45 days old', () => {
  const on = (day: string) => ask({}, { sources: [source('eo-bmf', day), source('revocations', '2025-01-01')] })
  expect(on('2026-10-08')).toMatchObject({ outcome: 'VERIFIED', stale: false })
  expect(on('2026-10-07')).toMatchObject({ outcome: 'VERIFIED', stale: true })
  expect(on('2026-10-07').reasons.at(-1)).toBe(
    'The newest file of the IRS is 46 days old (Oct 7, 2026): what it says may have changed.',
  )
})
