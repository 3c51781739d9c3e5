import { expect, test } from 'vitest'
import { type ContradictionCode, contradictionCodes, type ReviewStatus } from '../common.ts'
import { type VerdictOutcome, verdictOutcomes } from '../irs-registry/words.ts'
import { keysOf } from '../words.ts'
import {
  againstAction,
  againstStrip,
  againstTexts,
  codesOf,
  findContradictions,
  hasSameCodes,
  proposeReasons,
  type ReviewRecord,
  whyNotAgainst,
} from './against-record.ts'
import type { ReviewStanding } from './rules.ts'
import { AgainstRecord, type EinHolder } from './schemas.ts'

const ein = '47-1000001'
const waiting: ReviewStanding = { ein, einStatus: 'Pending', exemptStatus: 'Pending' }
const row = { name: 'MASJID AL HUDA', subsection: '03', deductibility: '1' }
const found = (outcome: VerdictOutcome, but: Partial<NonNullable<ReviewRecord['verdict']>> = {}): ReviewRecord => ({
  verdict: { outcome, row, deductible: null, revocations: [], ...but },
  holders: [],
})
const decide = (record: ReviewRecord, after: Partial<ReviewStanding>, before = waiting, isConfirmed = false) =>
  findContradictions(before, { ...before, ...after }, record, { isConfirmed })
const codes = (...decided: Parameters<typeof decide>) => codesOf(decide(...decided))

const APPROVED = { exemptStatus: 'Approved' } as const
const holder: EinHolder = {
  _id: '0198c9a5-4d90-7c62-a1f8-3e7b9d5c0a14',
  orgName: 'Masjid Hamza',
  einStatus: 'Pending',
  isBlocked: false,
}

const answers = {
  'EIN approved': { einStatus: 'Approved' },
  'EIN rejected': { einStatus: 'Rejected' },
  'exemption approved': APPROVED,
  'exemption rejected': { exemptStatus: 'Rejected' },
} as const
const matches = { 'EIN rejected': 'REJECTED_MATCH', 'exemption rejected': 'REJECTED_MATCH' } as const

/** The table "When a decision is against the record"; what it does not name contradicts nothing. */
const table: Record<VerdictOutcome, Partial<Record<keyof typeof answers, ContradictionCode>>> = {
  REVOKED: { 'exemption approved': 'REVOKED' },
  NOT_C3: { 'exemption approved': 'NOT_DEDUCTIBLE' },
  MISMATCH: { 'EIN approved': 'NAME_DIFFERS', 'exemption approved': 'NAME_DIFFERS' },
  VERIFIED: matches,
  VERIFIED_GROUP: matches,
  REINSTATED: matches,
  NOT_LISTED: {},
  NOT_LISTED_CHURCH: {},
  NAME_REVIEW: {},
  PRIVATE_FOUNDATION: {},
  DEDUCT_UNKNOWN: {},
  INVALID: {},
}

test('each answer contradicts each record as the table says, and one that was not looked up nothing', () => {
  for (const answer of keysOf(answers)) {
    for (const outcome of verdictOutcomes)
      expect(codes(found(outcome), answers[answer]), `${outcome}, ${answer}`).toEqual(
        [table[outcome][answer]].filter(Boolean),
      )
    expect(codes({ verdict: null, holders: [] }, answers[answer])).toEqual([])
  }
})

test('whether nothing is deductible, or it is no 501(c)(3), follows what the record has', () => {
  const say = (but: Parameters<typeof found>[1]) => {
    const [contradiction] = decide(found('NOT_C3', but), APPROVED)
    return [contradiction?.code, contradiction?.text]
  }
  expect(say({ row: { ...row, subsection: '04', deductibility: '2' } })).toEqual([
    'NOT_C3',
    'The IRS lists 47-1000001 under section 501(c)(4), but not as a 501(c)(3).',
  ])
  expect(say({ row: { ...row, subsection: '92' } })).toEqual([
    'NOT_C3',
    'The IRS lists 47-1000001, but not as a 501(c)(3).',
  ])
  expect(say({ row: { ...row, deductibility: '2' } })).toEqual([
    'NOT_DEDUCTIBLE',
    'The IRS says that contributions to 47-1000001 are not deductible.',
  ])
  expect(say({}), 'status 12').toEqual([
    'NOT_DEDUCTIBLE',
    'The IRS lists 47-1000001 as a trust, contributions to which are not deductible without conditions.',
  ])
  const deductible = { name: 'Lodge 12', city: '', state: '', country: '', codes: ['EO', 'LODGE'] }
  expect(say({ row: null, deductible })).toEqual([
    'NOT_DEDUCTIBLE',
    'Publication 78 lists 47-1000001 as “Other, section 170(c), code EO; Lodge, code LODGE”, not as a public charity.',
  ])
})

test('each contradiction is a sentence with what the files say', () => {
  const revocation = { name: '', revokedOn: '2025-05-15', postedOn: null, reinstatedOn: null }
  expect(decide(found('REVOKED', { row: null, revocations: [revocation] }), APPROVED)[0]?.text).toBe(
    'The IRS revoked the exemption of 47-1000001 on May 15, 2025, and no file says that it was reinstated.',
  )
  const deductible = { name: 'Chess Club', city: '', state: '', country: '', codes: [] }
  expect(decide(found('MISMATCH'), APPROVED)[0]?.text).toBe('The IRS lists 47-1000001 as MASJID AL HUDA.')
  expect(decide(found('MISMATCH', { row: null, deductible }), APPROVED)[0]?.text).toContain('as Chess Club.')
})

test('what stands is not decided again, unless the record changed and it is confirmed', () => {
  const standing: ReviewStanding = { ein, einStatus: 'Approved', exemptStatus: 'Approved' }
  expect(codes(found('REVOKED'), {}, standing)).toEqual([])
  expect(codes(found('REVOKED'), {}, standing, true)).toEqual(['REVOKED'])
  const rejected: ReviewStanding = { ein, einStatus: 'Rejected', exemptStatus: 'Rejected' }
  expect(codes(found('VERIFIED'), {}, rejected, true)).toEqual(['REJECTED_MATCH'])
  const opened: ReviewStanding = { ...standing, exemptStatus: 'Pending' }
  expect(codes(found('MISMATCH'), APPROVED, opened), 'for the EIN that stays approved').toEqual(['NAME_DIFFERS'])
  expect(codes(found('MISMATCH'), { einStatus: 'Pending', exemptStatus: 'Pending' }, standing)).toEqual([])
})

test('another that holds the EIN contradicts an approval, each for itself, but no rejection', () => {
  const blocked = { ...holder, orgName: '', einStatus: 'Approved' as const, isBlocked: true }
  const record = { ...found('VERIFIED'), holders: [holder, blocked] }
  expect(decide(record, { einStatus: 'Approved', ...APPROVED })).toEqual([
    {
      code: 'EIN_OF_ANOTHER',
      text: 'Masjid Hamza (Pending) has this EIN too.',
      organization: { _id: holder._id, orgName: 'Masjid Hamza' },
    },
    {
      code: 'EIN_OF_ANOTHER',
      text: 'Organization without a name (Approved, blocked) has this EIN too.',
      organization: { _id: holder._id, orgName: '' },
    },
  ])
  expect(codes(record, APPROVED)).toEqual(['EIN_OF_ANOTHER'])
  expect(codes(record, { einStatus: 'Rejected' }), 'it is still a match').toEqual(['REJECTED_MATCH'])
  const unlike = { ...found('MISMATCH'), holders: [holder] }
  expect(codes(unlike, { einStatus: 'Approved' })).toEqual(['NAME_DIFFERS', 'EIN_OF_ANOTHER'])
})

test('exactly the codes that hold are said, in any order, once or twice', () => {
  const contradictions = decide({ ...found('REVOKED'), holders: [holder] }, APPROVED)
  expect(hasSameCodes(contradictions, ['EIN_OF_ANOTHER', 'REVOKED', 'REVOKED'])).toBe(true)
  for (const said of [[], ['REVOKED'], ['REVOKED', 'EIN_OF_ANOTHER', 'NAME_DIFFERS']] as const)
    expect(hasSameCodes(contradictions, said), said.join()).toBe(false)
  expect(hasSameCodes([], [])).toBe(true)
  expect(hasSameCodes([], ['REVOKED'])).toBe(false)
})

test('a reason has 15 to 200 characters, and is asked for only where something is contradicted', () => {
  const contradictions = decide(found('REVOKED'), APPROVED)
  const WHY = 'Say why in 15 to 200 characters'
  for (const [reason, why] of [
    ['x'.repeat(14), WHY],
    [`   ${'x'.repeat(14)}   `, WHY],
    ['x'.repeat(15), undefined],
    ['x'.repeat(200), undefined],
    ['x'.repeat(201), WHY],
  ] as const) {
    expect(whyNotAgainst(contradictions, reason), `${reason.length}`).toBe(why)
    expect(AgainstRecord.safeParse({ codes: ['REVOKED'], reason }).success).toBe(why === undefined)
  }
  expect(whyNotAgainst([], '')).toBeUndefined()
})

test('every reason that is offered can be saved as it is, and members of one group are offered first', () => {
  for (const code of contradictionCodes) {
    expect(againstTexts[code].ask.papers.length).toBeGreaterThan(0)
    for (const { text } of proposeReasons([{ code, text: '' }], 'VERIFIED_GROUP'))
      expect(AgainstRecord.safeParse({ codes: [code], reason: text }).error, text).toBeUndefined()
  }
  const shared = [{ code: 'EIN_OF_ANOTHER', text: '' }] as const
  expect(proposeReasons(shared, 'VERIFIED_GROUP')[0]?.label).toBe('Members of one group')
  expect(proposeReasons(shared, 'VERIFIED')[0]?.label).toBe('Parent and branch')
})

test('strip and button name the contradiction', () => {
  const texts = (record: ReviewRecord, status: ReviewStatus) => {
    const contradictions = decide(record, { einStatus: status, exemptStatus: status })
    return [againstStrip(contradictions, record.verdict?.outcome ?? null), againstAction(contradictions)]
  }
  expect(texts(found('REVOKED'), 'Approved')).toEqual(['Revoked, and you chose Approved', 'Approve against the record'])
  expect(texts(found('VERIFIED'), 'Rejected')).toEqual(['Match, and you chose Rejected', 'Reject against the record'])
  expect(texts({ ...found('VERIFIED'), holders: [holder] }, 'Approved')).toEqual([
    'EIN of another organization, and you chose Approved',
    'Approve against the record',
  ])
})
