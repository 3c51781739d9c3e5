import { expect, test } from 'vitest'
import { opens, settle, snapshotOf, type TaxProfile, withdraws } from './settle-review.ts'

const EIN = '12-3456789'
const review = (more: Partial<TaxProfile> = {}): TaxProfile => ({
  ein: EIN,
  einStatus: 'Pending',
  taxExempt: false,
  exemptStatus: null,
  ...more,
})

const reachable = (more: Partial<TaxProfile> = {}) => ({
  ...review(more),
  email: 'office@masjid.example',
  status: 'onboarding' as const,
})

test('only a status that changed makes an event', () => {
  const { events, after } = settle(reachable(), { taxIdEinDetail: { status: 'Pending' }, taxExemptDetail: {} }, 'Amina')
  expect(events).toEqual([])
  expect(after).toMatchObject(review())
})

test.each([
  ['Approved', true, 1],
  ['Pending', false, 0],
] as const)(
  'a record that changed is answered by naming a decision, and %s is it: %s',
  (status, isConfirmed, events) => {
    const before = { ...reachable({ einStatus: status }), irsChangedAt: new Date() }
    const settled = settle(before, { taxIdEinDetail: { status }, message: 'Call us' }, 'Amina')
    expect(settled.isConfirmed).toBe(isConfirmed)
    expect(settled.events).toHaveLength(events)
  },
)

test('where both are rejected the reason stands at the exemption', () => {
  const { events } = settle(
    reachable(),
    { taxIdEinDetail: { status: 'Rejected' }, taxExemptDetail: { status: 'Rejected' }, reason: 'Old' },
    'Amina',
  )
  expect(events.map((event) => event.messages.map((message) => message.title))).toEqual([
    ['Reviewer'],
    ['Rejection reason', 'Reviewer'],
  ])
})

test('a decided EIN may change together with its decision', () => {
  const change = { taxIdEin: '98-7654321', taxIdEinDetail: { status: 'Rejected' as const } }
  expect(settle(reachable({ einStatus: 'Approved' }), change, 'Amina').after.ein).toBe('98-7654321')
  expect(() => settle(reachable({ einStatus: 'Rejected' }), change, 'Amina')).toThrow('Reopen')
})

test('an exemption that is approved is so for its EIN alone', () => {
  const before = reachable({ taxExempt: true, exemptStatus: 'Approved' })
  const change = { taxIdEin: '98-7654321', taxIdEinDetail: { status: 'Approved' as const } }
  const other = /approved for the former EIN/
  for (const decision of [
    change,
    { taxIdEin: change.taxIdEin },
    { ...change, taxExemptDetail: { status: 'Approved' as const } },
  ])
    expect(() => settle(before, decision, 'Amina')).toThrow(other)
  const both = settle(before, { ...change, taxExemptDetail: { status: 'Pending' } }, 'Amina').after
  expect(both).toMatchObject({ ein: '98-7654321', exemptStatus: 'Pending' })
})

test.each([
  [review({ ein: '', einStatus: null }), false, { ein: true, exemption: false }],
  [review({ einStatus: 'Rejected' }), false, { ein: true, exemption: false }],
  [review({ einStatus: 'Approved' }), false, { ein: false, exemption: false }],
  [review({ einStatus: 'Approved', exemptStatus: 'Approved' }), true, { ein: false, exemption: false }],
  [review({ einStatus: 'Approved', exemptStatus: 'Rejected' }), true, { ein: false, exemption: true }],
  [
    review({ ein: '98-7654321', einStatus: 'Approved', exemptStatus: 'Approved' }),
    true,
    { ein: true, exemption: true },
  ],
  [
    review({ ein: '98-7654321', einStatus: 'Approved', exemptStatus: 'Approved' }),
    false,
    { ein: true, exemption: true },
  ],
  [review({ ein: '98-7654321', exemptStatus: 'Rejected' }), false, { ein: true, exemption: false }],
])('a submission opens what is not approved: %o', (before, taxExempt, expected) => {
  expect(opens(before, { taxIdEin: EIN, taxExempt, hasDocuments: false })).toEqual(expected)
})

test('new documents open an approved exemption again', () => {
  const before = review({ einStatus: 'Approved', exemptStatus: 'Approved' })
  expect(opens(before, { taxIdEin: EIN, taxExempt: true, hasDocuments: true }).exemption).toBe(true)
})

test.each([
  ['waits', review({ taxExempt: true, exemptStatus: 'Pending' }), false, true],
  ['waits and is made again', review({ taxExempt: true, exemptStatus: 'Pending' }), true, false],
  ['was rejected', review({ taxExempt: true, exemptStatus: 'Rejected' }), false, true],
  ['is approved', review({ taxExempt: true, exemptStatus: 'Approved' }), false, false],
  ['was never made', review({ taxExempt: false, exemptStatus: 'Pending' }), false, false],
] as const)('a claim of exemption that %s', (_what, before, taxExempt, expected) => {
  expect(withdraws(before, { taxExempt })).toBe(expected)
})

test('the address is frozen as one line, whatever parts there are', () => {
  const none = { name: 'M', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
  expect(snapshotOf(none, EIN, false).address).toBe('')
  expect(snapshotOf({ ...none, city: 'Fremont', state: 'CA' }, EIN, true).address).toBe('Fremont, CA')
})
