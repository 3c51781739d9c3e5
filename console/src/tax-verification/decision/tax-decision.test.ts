import type { ReviewStatus } from '@hikmah/contract/common'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { expect, test } from 'vitest'
import {
  asksReason,
  bodyOf,
  effectOf,
  isChanged,
  onTopOf,
  reopens,
  valuesOf,
  whyNotSaved,
  withReason,
} from './tax-decision.ts'

const review = (einStatus: ReviewStatus | null, exemptStatus: ReviewStatus | null, version = 1): TaxStatus => ({
  taxIdEin: '12-3456789',
  einChange: null,
  taxIdEinDetail: { status: einStatus, submittedAt: null, reviewedAt: null },
  taxExempt: true,
  taxExemptDetail: { status: exemptStatus, submittedAt: null, reviewedAt: null },
  events: [],
  documents: [],
  waitingSince: null,
  version,
})

const base = review('Pending', 'Pending')
const unchanged = valuesOf(base)

test('nothing changed cannot be saved', () => {
  expect(isChanged(base, unchanged)).toBe(false)
  expect(whyNotSaved(base, unchanged)).toBe('Nothing is changed yet')
})

test('nine characters or fewer refuse the save', () => {
  expect(whyNotSaved(base, { ...unchanged, einStatus: 'Approved', ein: '12-345678' })).toBe(
    'Enter 9 digits as 12-3456789',
  )
  expect(whyNotSaved(base, { ...unchanged, einStatus: 'Approved' })).toBeUndefined()
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
    'Saving writes 2 events, reviewed by you. Yusuf Rahmani sees the rejection reason.',
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

test('reason chips add up, each once', () => {
  expect(withReason('', 'Name differs')).toBe('Name differs. ')
  expect(withReason('Name differs. ', 'Address differs')).toBe('Name differs. Address differs. ')
  expect(withReason('Name differs. ', 'Name differs')).toBe('Name differs. ')
})
