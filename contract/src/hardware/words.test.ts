import { expect, test } from 'vitest'
import { DeviceStatus, isGuarded, shownStatus, unassignableBecause, unassignableStatuses } from './schemas.ts'

test('a unit that reports itself as live counts as Active, any other status shows as it is', () => {
  expect(shownStatus('live')).toBe('Active')
  for (const status of DeviceStatus.options) expect(shownStatus(status)).toBe(status)
})

test('an Available unit of an organization shows as Assigned: nobody else can have it', () => {
  expect(shownStatus('Available', true)).toBe('Assigned')
  expect(shownStatus('Locked', true)).toBe('Locked')
})

test('what is lost, locked, broken, unavailable or ordered cannot be given to an organization', () => {
  expect(unassignableStatuses).toEqual(['Unavailable', 'Defective', 'Lost', 'Locked', 'Pending'])
  expect(unassignableBecause('Defective')).toBe('This device is defective and cannot be assigned')
  expect(unassignableBecause('Pending')).toBe('This device was ordered. Assign it in its order, or cancel that order.')
  expect(DeviceStatus.options.filter(isGuarded)).toEqual(['Lost', 'Locked'])
})
