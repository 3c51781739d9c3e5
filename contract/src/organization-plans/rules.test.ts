import { expect, test } from 'vitest'
import {
  describeChange,
  describeDropped,
  describeLaterChange,
  describePlanned,
  isEnding,
  nextPayment,
  nextPaymentDate,
  whyPlanCannotBeCanceled,
  whyPlanCannotBecome,
  whyPlanCannotBeResumed,
  whyPlanCannotChangeLater,
} from './rules.ts'

const at = (text: string) => new Date(`${text}:00Z`)

test.each([
  // A day that the month does not have is its last, and the month after has it again.
  ['month', '2026-01-31T10:00', '2026-02-10T00:00', '2026-02-28T10:00'],
  ['month', '2026-01-31T10:00', '2026-02-28T10:00', '2026-03-31T10:00'],
  ['month', '2026-01-31T10:00', '2026-03-31T12:00', '2026-04-30T10:00'],
  ['month', '2026-01-31T10:00', '2026-04-29T23:00', '2026-04-30T10:00'],
  ['month', '2026-01-30T10:00', '2026-02-01T00:00', '2026-02-28T10:00'],
  ['month', '2028-01-31T10:00', '2028-02-01T00:00', '2028-02-29T10:00'],
  // What is due today is not next, not even before its hour.
  ['month', '2026-03-15T10:00', '2026-06-15T08:00', '2026-07-15T10:00'],
  ['month', '2026-03-15T10:00', '2026-06-15T10:00', '2026-07-15T10:00'],
  // The year rolls over.
  ['month', '2026-11-15T10:00', '2026-12-20T00:00', '2027-01-15T10:00'],
  ['month', '2026-08-31T23:30', '2026-12-31T23:45', '2027-01-31T23:30'],
  ['year', '2026-03-15T10:00', '2027-03-15T10:00', '2028-03-15T10:00'],
  ['year', '2026-03-15T10:00', '2026-04-01T00:00', '2027-03-15T10:00'],
  // A leap day.
  ['year', '2024-02-29T10:00', '2025-01-01T00:00', '2025-02-28T10:00'],
  ['year', '2024-02-29T10:00', '2027-03-01T00:00', '2028-02-29T10:00'],
  ['week', '2026-11-02T10:00', '2026-11-20T00:00', '2026-11-23T10:00'],
  ['day', '2026-11-02T10:00', '2026-11-02T11:00', '2026-11-03T10:00'],
])('every %s from %s, the first payment after %s is on %s', (interval, anchor, now, next) => {
  expect(nextPaymentDate(at(anchor), interval, 1, at(now))).toEqual(at(next))
})

test('every three months, from the last of August', () => {
  expect(nextPaymentDate(at('2026-08-31T10:00'), 'month', 3, at('2026-09-01T00:00'))).toEqual(at('2026-11-30T10:00'))
  expect(nextPaymentDate(at('2026-08-31T10:00'), 'month', 3, at('2026-12-01T00:00'))).toEqual(at('2027-02-28T10:00'))
})

test('before it has begun, and long after', () => {
  expect(nextPaymentDate(at('2027-01-31T10:00'), 'month', 1, at('2026-11-22T00:00'))).toEqual(at('2027-02-28T10:00'))
  expect(nextPaymentDate(at('1996-01-31T10:00'), 'month', 1, at('2026-11-22T00:00'))).toEqual(at('2026-11-30T10:00'))
})

const plan = {
  status: 'active',
  startedAt: at('2026-01-31T10:00'),
  interval: 'month',
  intervalCount: 1,
  currentPeriodEnd: at('2026-12-31T09:00'),
  trialEnd: null,
  cancelAt: null,
  cancelAtPeriodEnd: false,
}
const now = at('2026-12-10T00:00')

test('the date of the payment provider wins over the rule', () => {
  expect(nextPayment(plan, now)).toEqual({ kind: 'pays', at: at('2026-12-31T09:00') })
  expect(nextPayment({ ...plan, currentPeriodEnd: null }, now)).toEqual({ kind: 'pays', at: at('2026-12-31T10:00') })
})

test('one that is cancelled ends, on its day or with its period; one on trial pays after it', () => {
  expect(nextPayment({ ...plan, cancelAtPeriodEnd: true }, now)).toEqual({ kind: 'ends', at: at('2026-12-31T09:00') })
  const day = at('2026-12-20T00:00')
  expect(nextPayment({ ...plan, cancelAt: day }, now)).toEqual({ kind: 'ends', at: day })
  expect(nextPayment({ ...plan, status: 'trialing', trialEnd: day }, now)).toEqual({ kind: 'pays', at: day })
})

test.each(['canceled', 'unpaid', 'paused', 'incomplete', 'incomplete_expired'])(
  'one that is %s has no next payment',
  (status) => {
    expect(nextPayment({ ...plan, status }, now)).toEqual({ kind: 'none' })
  },
)

test('what is billed once has no next payment', () => {
  const once = { ...plan, interval: null, intervalCount: null, currentPeriodEnd: null }
  expect(nextPayment(once, now)).toEqual({ kind: 'none' })
})

test.each([
  ['runs on', {}, false],
  ['ends with its period', { cancelAtPeriodEnd: true }, true],
  ['ends on a day', { cancelAt: at('2026-12-20T00:00') }, true],
])('a plan that %s is canceled or resumed, not both', (_, change, ends) => {
  const standing = { status: 'active', isEnding: isEnding({ ...plan, ...change }) }
  expect(standing.isEnding).toBe(ends)
  expect(whyPlanCannotBeCanceled(standing)).toBe(ends ? 'This subscription is already canceled' : null)
  expect(whyPlanCannotBeResumed(standing)).toBe(ends ? null : 'This subscription is not canceled')
})

test('a plan that is no longer billed stays as it is', () => {
  for (const status of ['canceled', 'unpaid']) {
    const standing = { status, isEnding: true }
    expect(whyPlanCannotBeCanceled(standing)).toBe('This plan is no longer billed')
    expect(whyPlanCannotBeResumed(standing)).toBe('This plan is no longer billed')
  }
})

test('a plan becomes another price of its product, or another quantity', () => {
  const current = { priceId: 'price_a', quantity: 2 }
  const choices = [{ priceId: 'price_a' }, { priceId: 'price_b' }]
  expect(whyPlanCannotBecome({ priceId: 'price_b', quantity: 2 }, current, choices)).toBeNull()
  expect(whyPlanCannotBecome({ priceId: 'price_a', quantity: 3 }, current, choices)).toBeNull()
  expect(whyPlanCannotBecome(current, current, choices)).toMatch(/^Nothing would change/)
  expect(whyPlanCannotBecome({ priceId: 'price_c', quantity: 2 }, current, choices)).toMatch(/another product/)
})

test('a change says what is charged now, what comes next, and when the billing day moves', () => {
  const day = (at: string) => at.slice(0, 10)
  const cost = { currency: 'usd', amountDue: 1250, isInvoiceSent: false }
  const next = {
    at: '2027-11-26T10:00:00Z',
    amount: 29_580,
    followedAt: '2028-11-26T10:00:00Z',
    movedFrom: '2026-12-09T10:00:00Z',
  }
  expect(describeChange({ ...cost, next }, day)).toBe(
    '$12.50 is charged now. The next payment is $295.80 on 2027-11-26, before any credit, and the one after it on 2028-11-26. The billing day moves: it was 2026-12-09.',
  )
  expect(describeChange({ ...cost, amountDue: 0, next: { ...next, movedFrom: null } }, day)).toBe(
    'Nothing is charged now. The next payment is $295.80 on 2027-11-26, before any credit, and the one after it on 2028-11-26.',
  )
  expect(describeChange({ ...cost, isInvoiceSent: true, next: null }, day)).toBe(
    'An invoice over $12.50 is sent now. It does not renew.',
  )
})

test('what is planned is said with its price and day, and what becomes of it', () => {
  const day = (at: string) => at.slice(0, 10)
  const planned = {
    at: '2026-12-31T10:00:00Z',
    plan: 'Standard',
    quantity: 1,
    amount: 4900,
    currency: 'usd',
    frequency: 'monthly',
  }
  expect(describePlanned(planned, day)).toBe('Changes to Standard, $49.00 a month, on 2026-12-31')
  expect(describePlanned({ ...planned, quantity: 2, amount: 9800, frequency: 'every 3 months' }, day)).toBe(
    'Changes to 2 × Standard, $98.00 every 3 months, on 2026-12-31',
  )
  expect(describeDropped(null, day)).toBe('')
  expect(describeDropped(planned, day)).toBe(
    ' The change to Standard, $49.00 a month, planned for 2026-12-31, is dropped.',
  )
  const renewal = { at: planned.at, amount: 4900, followedAt: '2027-01-31T10:00:00Z', movedFrom: null }
  expect(describeLaterChange('usd', renewal, day)).toBe(
    'Nothing is charged now. The next payment is $49.00 on 2026-12-31, before any credit, and the one after it on 2027-01-31. The billing day stays.',
  )
})

test.each([
  [{}, null],
  [{ status: 'canceled' }, /no longer billed/],
  [{ isEnding: true }, /does not renew/],
  [{ status: 'trialing' }, /on trial/],
  [{ status: 'past_due' }, /past due/],
  [{ isOutOfStep: true }, /other days/],
  [{ isOtherCycleAlone: true }, /keep their cycle.*Change it now/],
])('whether a plan may change at the end of its period: %j', (change, why) => {
  const standing = { status: 'active', isEnding: false, isOutOfStep: false, isOtherCycleAlone: false, ...change }
  const answer = whyPlanCannotChangeLater(standing)
  if (why) expect(answer).toMatch(why)
  else expect(answer).toBeNull()
})
