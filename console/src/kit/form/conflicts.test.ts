import { expect, test } from 'vitest'
import { conflictsBetween, mergedBy, settled } from './conflicts.ts'

const labels = { role: 'Role', access: 'Access', 'address.city': 'City' }
const before = { role: 'Manager', access: 'Active', address: { city: 'Austin', line1: '1 Main St' } }

test('what I did not touch stays theirs: their revoked access is not given back', () => {
  const yours = { ...before, role: 'Admin' }
  const theirs = { ...before, access: 'Revoked' }
  expect(mergedBy(yours, before, theirs, labels)).toEqual({ role: 'yours', access: 'theirs' })
  expect(conflictsBetween(yours, before, theirs, labels)).toEqual([])
})

test('only what both of us changed, and not to the same, is a conflict', () => {
  const yours = { ...before, role: 'Admin', address: { ...before.address, city: 'Dallas' } }
  const theirs = { ...before, role: 'Admin', access: 'Revoked', address: { ...before.address, city: 'Houston' } }
  expect(conflictsBetween(yours, before, theirs, labels)).toEqual([
    { field: 'address.city', label: 'City', yours: 'Dallas', theirs: 'Houston' },
  ])
})

test('nothing and an empty text are the same, and what is shown can be put in other words', () => {
  expect(conflictsBetween({ role: '' }, {}, { role: null }, labels)).toEqual([])
  const [role] = conflictsBetween(
    { role: 'a' },
    { role: 'b' },
    {},
    labels,
    (field, value) => `${field} ${value || 'none'}`,
  )
  expect(role).toMatchObject({ yours: 'role a', theirs: 'role none' })
})

test('the choices are made one field at a time', () => {
  const yours = { ...before, role: 'Admin', address: { city: 'Dallas', line1: '2 Main St' } }
  const theirs = { ...before, access: 'Revoked', address: { city: 'Houston', line1: '3 Main St' } }
  expect(settled(yours, theirs, { role: 'yours', access: 'theirs', 'address.city': 'theirs' })).toEqual({
    role: 'Admin',
    access: 'Revoked',
    address: { city: 'Houston', line1: '2 Main St' },
  })
})
