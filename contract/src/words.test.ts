import { expect, test } from 'vitest'
import { getPath, setPath } from './words.ts'

test('a value is found at its path, and nothing where the path ends early', () => {
  expect(getPath({ address: { city: 'Austin' } }, 'address.city')).toBe('Austin')
  expect(getPath({ address: null }, 'address.city')).toBeUndefined()
  expect(getPath(undefined, 'address')).toBeUndefined()
})

test('a value is put at its path in a copy, with what stands beside it', () => {
  const row = { name: 'Quba', address: { city: 'Austin', state: 'TX' } }
  expect(setPath(row, 'address.city', 'Dallas')).toEqual({ name: 'Quba', address: { city: 'Dallas', state: 'TX' } })
  expect(setPath({}, 'address.city', 'Dallas')).toEqual({ address: { city: 'Dallas' } })
  expect(row.address.city).toBe('Austin')
})
