import type { ReviewStatus } from '@hikmah/contract/common'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { einAsTyped } from '@hikmah/contract/tax-verification/words'
import { expect, test } from 'vitest'
import { preselected } from './suggestion.ts'
import {
  asksReason,
  bodyOf,
  type DecisionValues,
  effectOf,
  isChanged,
  isVoidedBy,
  onTopOf,
  type Question,
  reopens,
  valuesOf,
  whyNotSaved,
  withExemption,
} from './tax-decision.ts'

const review = (einStatus: ReviewStatus | null, exemptStatus: ReviewStatus | null, version = 1): TaxStatus => ({
  taxIdEin: '12-3456789',
  einChange: null,
  taxIdEinDetail: { status: einStatus, submittedAt: null, reviewedAt: null },
  taxExempt: true,
  taxExemptDetail: { status: exemptStatus, submittedAt: null, reviewedAt: null },
  events: [],
  documents: [],
  requests: [],
  earlier: { events: 0, documents: 0, requests: 0 },
  askedAt: null,
  letterLanguage: 'en',
  verdict: null,
  irsChange: null,
  claim: null,
  missing: [],
  waitingSince: null,
  version,
})

const base = review('Pending', 'Pending')
const unchanged = valuesOf(base)

test('nothing changed cannot be saved', () => {
  expect(isChanged(base, unchanged)).toBe(false)
  expect(whyNotSaved(base, unchanged)).toBe('No changes yet')
})

test('nine characters or fewer refuse the save', () => {
  expect(whyNotSaved(base, { ...unchanged, einStatus: 'Approved', ein: '12-345678' })).toBe(
    'Enter 9 digits, such as 12-3456789',
  )
  expect(whyNotSaved(base, { ...unchanged, einStatus: 'Approved' })).toBeUndefined()
})

test('a social security number that is pasted is no EIN and refuses the save', () => {
  const pasted = einAsTyped(' 123-45-6789 ', '')
  expect(pasted).toBe('123-45-6789')
  expect(whyNotSaved(base, { ...unchanged, einStatus: 'Approved', ein: pasted })).toBe(
    'This looks like a social security number. Enter the EIN of the organization',
  )
  expect(einAsTyped('12 3456789', '')).toBe('12-3456789')
  expect(einAsTyped('123456789', '')).toBe('12-3456789')
})

test('the hyphen comes with the second digit, and Backspace goes over it', () => {
  const typed = ['1', '12', '12-3', '12-34'].map((text) => einAsTyped(text, text.slice(0, -1)))
  expect(typed).toEqual(['1', '12-', '12-3', '12-34'])
  const deleted = ['12-3', '12-', '12', '1'].map((text) => einAsTyped(text, `${text}-`))
  expect(deleted).toEqual(['12-3', '12-', '12', '1'])
})

test('a rejected exemption asks for a reason of at most 100 characters', () => {
  const rejected = { ...unchanged, exemptStatus: 'Rejected' } as const
  expect(whyNotSaved(base, rejected)).toBe('Say why the exemption is rejected')
  expect(whyNotSaved(base, { ...rejected, reason: 'x'.repeat(101) })).toBe('The reason is too long')
  expect(whyNotSaved(base, { ...rejected, reason: 'Too old' })).toBeUndefined()
  expect(asksReason(review(null, 'Rejected'), rejected)).toBe(false)
})

test('a decided EIN changes only when its review is opened again', () => {
  const decided = review('Approved', 'Pending')
  const other = { ...valuesOf(decided), ein: '98-7654321' }
  expect(whyNotSaved(decided, other)).toBe('Reopen the EIN review before changing a decided EIN')
  expect(whyNotSaved(decided, { ...other, einStatus: 'Pending' })).toBeUndefined()
  expect(reopens('Approved', 'Pending')).toBe(true)
  expect(reopens(null, 'Pending')).toBe(false)
})

test('the exemption is approved for an approved EIN alone, and stays with no other', () => {
  const exempt = { ...unchanged, exemptStatus: 'Approved' } as const
  const early = 'Approve the EIN before the exemption, or together with it'
  expect(whyNotSaved(base, exempt)).toBe(early)
  expect(whyNotSaved(base, { ...exempt, einStatus: 'Rejected' })).toBe(early)
  expect(whyNotSaved(base, { ...exempt, einStatus: 'Approved' })).toBeUndefined()
  const nothing = { ...review(null, null), taxIdEin: '' }
  expect(whyNotSaved(nothing, { ...valuesOf(nothing), exemptStatus: 'Approved' })).toBe('Enter the EIN to approve')

  const both = review('Approved', 'Approved')
  const standing = valuesOf(both)
  expect(whyNotSaved(both, { ...standing, einStatus: 'Rejected' })).toMatch(/Reject or reopen it together/)
  expect(whyNotSaved(both, { ...standing, ein: '98-7654321', einStatus: 'Pending' })).toMatch(/for the former EIN/)
  expect(whyNotSaved(both, { ...standing, einStatus: 'Pending' })).toMatch(/Reject or reopen it together/)
  const reopened = { ...review('Pending', 'Approved'), irsChange: { at: '', before: null, after: null } }
  expect(whyNotSaved(reopened, valuesOf(reopened)), 'confirmed as it stands').toBe(early)
})

test('reopening the EIN reopens the exemption that was approved for it, and leaves any other answer alone', () => {
  const both = review('Approved', 'Approved')
  const reopened = { ...valuesOf(both), einStatus: 'Pending' } as const
  expect(withExemption(both, reopened)).toEqual({ ...reopened, exemptStatus: 'Pending' })
  expect(whyNotSaved(both, withExemption(both, reopened))).toBeUndefined()
  const rejected = { ...reopened, exemptStatus: 'Rejected' } as const
  expect(withExemption(both, rejected)).toBe(rejected)
  const chosen = { ...unchanged, exemptStatus: 'Approved' } as const
  expect(withExemption(base, chosen), 'nothing is reopened').toBe(chosen)
})

test('a reason that nobody asked for is not sent', () => {
  expect(bodyOf(base, { ...unchanged, einStatus: 'Approved', reason: 'left over', message: ' Salam ' })).toEqual({
    taxIdEin: '12-3456789',
    taxIdEinDetail: { status: 'Approved' },
    taxExemptDetail: { status: 'Pending' },
    message: 'Salam',
    version: 1,
  })
})

test('what saving does is told before', () => {
  const values = { ...unchanged, einStatus: 'Approved', exemptStatus: 'Rejected', reason: 'Too old' } as const
  expect(effectOf(base, values, 'Yusuf Rahmani')).toBe(
    'Saving records 2 events, reviewed by you. Yusuf Rahmani sees the rejection reason.',
  )
})

test('only what was touched stays on top of what somebody else saved', () => {
  const theirs = review('Rejected', 'Pending', 2)
  const mine = { ...unchanged, exemptStatus: 'Approved', message: 'Salam' } as const
  expect(onTopOf(theirs, base, mine)).toMatchObject({
    einStatus: 'Rejected',
    exemptStatus: 'Approved',
    message: 'Salam',
  })
})

test('asking for a new submission needs something to say and something that waits', () => {
  const asking = { ...unchanged, isAsking: true }
  expect(whyNotSaved(base, asking)).toBe('Say why, or choose the missing documents')
  const said = { ...asking, missing: ['articles'] } satisfies DecisionValues
  expect(whyNotSaved(base, said)).toBeUndefined()
  expect(whyNotSaved(base, { ...said, einStatus: 'Approved' })).toBeUndefined()
  expect(whyNotSaved(base, { ...said, einStatus: 'Approved', exemptStatus: 'Approved' })).toBe(
    'Leave a status Pending to ask for a new submission',
  )
  expect(whyNotSaved(base, { ...said, exemptStatus: 'Rejected', reason: 'Old' })).toMatch(/^A rejection already asks/)
  expect(bodyOf(base, said)).toMatchObject({ askForNewSubmission: true, missing: ['articles'] })
  expect(effectOf(base, said, 'Yusuf Rahmani')).toBe('Saving records no event. Yusuf Rahmani is asked to submit again.')
})

test('a code goes with its words only', () => {
  const rejected = { ...unchanged, einStatus: 'Rejected', reasonCode: 'name-differs' } satisfies DecisionValues
  expect(bodyOf(base, rejected)).not.toHaveProperty('reasonCode')
  expect(bodyOf(base, { ...rejected, reason: 'Different name' })).toMatchObject({
    reason: 'Different name',
    reasonCode: 'name-differs',
  })
})

const verdict = (exemptStatus: ReviewStatus): NonNullable<TaxStatus['verdict']> => ({
  ...{
    outcome: 'VERIFIED',
    stale: false,
    score: 1,
    reasons: [],
    row: null,
    deductible: null,
    revocations: [],
    sources: [],
  },
  suggestion: { einStatus: 'Approved', exemptStatus, reason: '' },
  checkedAt: '2026-11-22T12:00:00.000Z',
})
const matched = { ...base, verdict: verdict('Approved') }
const nobody = new Set<Question>()

test('what the verdict approves is chosen of what is pending, until a person answers', () => {
  expect(preselected(matched, unchanged, nobody)).toEqual({ einStatus: 'Approved', exemptStatus: 'Approved' })
  expect(preselected(base, unchanged, nobody)).toEqual({})
  const decided = { ...review('Approved', 'Pending'), verdict: verdict('Approved') }
  expect(preselected(decided, valuesOf(decided), nobody)).toEqual({ exemptStatus: 'Approved' })
  const refused = { ...review('Rejected', 'Pending'), verdict: verdict('Approved') }
  expect(preselected(refused, valuesOf(refused), nobody), 'the exemption is of its EIN').toEqual({})
  expect(preselected(matched, unchanged, new Set<Question>(['exemptStatus']))).toEqual({ einStatus: 'Approved' })
})

test('a rejection is never chosen by itself, nor anything for an EIN that was typed or doubted, or while papers are asked for', () => {
  expect(preselected({ ...base, verdict: verdict('Rejected') }, unchanged, nobody)).toEqual({ einStatus: 'Approved' })
  expect(preselected(matched, { ...unchanged, ein: '98-7654321' }, nobody)).toEqual({})
  expect(preselected(matched, { ...unchanged, einStatus: 'Rejected' }, new Set<Question>(['einStatus']))).toEqual({})
  expect(preselected(matched, { ...unchanged, isAsking: true }, nobody)).toEqual({})
})

test('another verdict voids what was chosen, and the same one found again does not', () => {
  const again = { ...matched, version: 2, verdict: { ...verdict('Approved'), checkedAt: '2026-11-23T12:00:00.000Z' } }
  expect(isVoidedBy(again, matched)).toBe(false)
  expect(isVoidedBy({ ...again, verdict: { ...again.verdict, outcome: 'REVOKED' } }, matched)).toBe(true)
})
