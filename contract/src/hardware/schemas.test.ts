import { expect, test } from 'vitest'
import { NewDevice } from './drafts.ts'
import {
  isGuarded,
  statusWhileOrdered,
  unassignableStatuses,
  whyNotAssign,
  whyNotChangeStatus,
  whyNotDelete,
} from './rules.ts'
import { type DeviceStatus, deviceStatuses, listedStatus, shownStatus } from './schemas.ts'

const LOCKING = 'Only owners and admins can set or lift Locked and Lost'

test('a unit that reports itself as live counts as Active, any other status shows as it is', () => {
  expect(shownStatus('live')).toBe('Active')
  for (const status of deviceStatuses) expect(shownStatus(status)).toBe(status)
})

test('an Available unit of an organization is listed as Assigned: Available means free', () => {
  expect(listedStatus('Available', false)).toBe('Available')
  expect(listedStatus('Available', true)).toBe('Assigned')
  expect(listedStatus('Locked', true)).toBe('Locked')
})

test('what is lost, locked, broken, unavailable or ordered cannot be given to an organization', () => {
  expect(unassignableStatuses).toEqual(['Unavailable', 'Defective', 'Lost', 'Locked', 'Pending'])
  expect(whyNotAssign('Defective')).toBe('This device is defective and cannot be assigned')
  expect(whyNotAssign('Pending')).toBe('This device was ordered. Assign it in its order, or cancel that order.')
  expect(whyNotAssign('Lost', '#100001')).toBe(
    'This device was ordered. Assign it in order #100001, or cancel that order.',
  )
})

test('a unit that is assigned or ordered is not deleted', () => {
  expect(whyNotDelete('Active', undefined)).toBeUndefined()
  expect(whyNotDelete('Active', '')).toBe(
    'This device is assigned to Organization without a name. Remove it from the organization first.',
  )
  expect(whyNotDelete('Pending', undefined)).toContain('its order')
  expect(whyNotDelete('Defective', undefined, '#100001')).toContain('order #100001')
})

test('Locked and Lost take a right to set and to lift, and to keep they take none', () => {
  expect(deviceStatuses.filter(isGuarded)).toEqual(['Lost', 'Locked'])
  for (const [from, to, reason] of [
    [undefined, 'Lost', LOCKING],
    ['Active', 'Locked', LOCKING],
    ['Locked', 'Available', LOCKING],
    ['Lost', 'Lost', undefined],
    ['Active', 'Shipped', undefined],
  ] as [DeviceStatus | undefined, DeviceStatus, string | undefined][]) {
    expect(whyNotChangeStatus(from, to, false)).toBe(reason)
    expect(whyNotChangeStatus(from, to, true)).toBeUndefined()
  }
})

test('an ordered unit that is lost, locked or broken says so, and is Pending again after that', () => {
  expect(statusWhileOrdered('Pending', 'Defective')).toBe('Defective')
  expect(statusWhileOrdered('Defective', 'Available')).toBe('Pending')
  for (const to of ['Available', 'Active', 'Shipped', 'Unavailable'] as const)
    expect(statusWhileOrdered('Pending', to)).toBeUndefined()
})

test.each([1, '1', 9_999_999, '9999999'])('a price of %j dollars is accepted', (price) => {
  expect(NewDevice.shape.price.safeParse(price)).toEqual({ success: true, data: Number(price) })
})

test.each([
  [0, 'Enter a price above 0'],
  ['0', 'Enter a price above 0'],
  [10_000_000, 'At most 9999999'],
  ['10000000', 'At most 9999999'],
])('a price of %j dollars is refused', (price, message) => {
  expect(NewDevice.shape.price.safeParse(price).error?.issues.map((issue) => issue.message)).toEqual([message])
})
