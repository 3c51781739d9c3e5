import { expect, test } from 'vitest'
import {
  nextStatuses,
  whyItemsCannotBeRemoved,
  whyItemTakesNoDevice,
  whyOrderCannotBeCanceled,
  whyOrderIsLocked,
  whyStatusCannotFollow,
} from './rules.ts'
import { orderStatuses } from './words.ts'

test('an order can be changed as long as another status can follow its own', () => {
  for (const status of orderStatuses) expect(whyOrderIsLocked(status) === null).toBe(nextStatuses[status].length > 0)
})

test('an order is canceled while it is open and its payment is not on its way', () => {
  expect(whyOrderCannotBeCanceled({ status: 'new', checkoutPayment: null })).toBeNull()
  expect(whyOrderCannotBeCanceled({ status: 'in-progress', checkoutPayment: 'failed' })).toBeNull()
  expect(whyOrderCannotBeCanceled({ status: 'new', checkoutPayment: 'due' })).toMatch(/still on its way/)
  expect(whyOrderCannotBeCanceled({ status: 'closed', checkoutPayment: 'due' })).toMatch(/is closed/)
  expect(whyOrderCannotBeCanceled({ status: 'done', checkoutPayment: 'paid' })).toMatch(/is completed/)
})

test('an order is closed by canceling it, and goes no step back', () => {
  expect(whyStatusCannotFollow('new', 'in-progress')).toBeNull()
  expect(whyStatusCannotFollow('new', 'closed')).toMatch(/^Cancel the order/)
  expect(whyStatusCannotFollow('in-progress', 'new')).toBe('An order that is in-progress cannot become new')
})

test('one item that is billed stays, whatever was paid once', () => {
  const [billed, once] = [true, false].map((isBilled) => ({ isBilled, isKept: true }))
  const removed = { isBilled: true, isKept: false }
  expect(whyItemsCannotBeRemoved([billed!, removed])).toBeNull()
  expect(whyItemsCannotBeRemoved([once!, removed])).toMatch(/at least one item/)
  expect(whyItemsCannotBeRemoved([{ isBilled: false, isKept: false }])).toBeNull()
})

test.each([
  [1, 0, null],
  [1, 1, 'This item already has its device'],
  [3, 2, null],
  [3, 3, 'All 3 devices are assigned'],
])('of an item for %i devices %i are assigned: %s', (quantity, assigned, why) => {
  expect(whyItemTakesNoDevice({ quantity, assigned })).toBe(why)
})
