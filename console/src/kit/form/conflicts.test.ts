import { expect, test } from 'vitest'
import { applyChoices, conflictsBetween, divideConflicts } from './conflicts.ts'

const labels = { role: 'Role', access: 'Access', 'address.city': 'City' }
const before = { role: 'Manager', access: 'Active', address: { city: 'Austin', line1: '1 Main St' } }

test('what I did not touch stays theirs: their revoked access is not given back', () => {
  const yours = { ...before, role: 'Admin' }
  const theirs = { ...before, access: 'Revoked' }
  expect(conflictsBetween(yours, before, theirs, labels)).toEqual([
    { field: 'role', label: 'Role', yours: 'Admin', theirs: 'Manager', choice: 'yours' },
    { field: 'access', label: 'Access', yours: 'Active', theirs: 'Revoked', choice: 'theirs' },
  ])
})

test('what both of us changed is mine unless I say otherwise, and the same change is no conflict', () => {
  const yours = { ...before, role: 'Admin', address: { ...before.address, city: 'Dallas' } }
  const theirs = { ...before, role: 'Admin', address: { ...before.address, city: 'Houston' } }
  expect(conflictsBetween(yours, before, theirs, labels)).toEqual([
    { field: 'address.city', label: 'City', yours: 'Dallas', theirs: 'Houston', choice: 'yours' },
  ])
})

test('one chooses between what both changed alone; what they changed stays, what they left alone is mine', () => {
  const yours = { role: 'Admin', access: 'Active', address: { ...before.address, city: 'Dallas' } }
  const theirs = { role: 'Manager', access: 'Revoked', address: { ...before.address, city: 'Houston' } }
  const conflicts = conflictsBetween(yours, before, theirs, labels)
  const { toChoose, theirChanges } = divideConflicts(conflicts, before, theirs, labels)
  expect(toChoose.map(({ field }) => field)).toEqual(['address.city'])
  expect(theirChanges.map(({ field }) => field)).toEqual(['access'])
})

test('nothing and an empty text are the same, and what is shown can be put in other words', () => {
  expect(conflictsBetween({ role: '' }, {}, { role: null }, labels)).toEqual([])
  const [role] = conflictsBetween({ role: 'a' }, {}, {}, labels, (field, value) => `${field} ${value || 'none'}`)
  expect(role).toMatchObject({ yours: 'role a', theirs: 'role none' })
})

test('the choices are made one field at a time', () => {
  const yours = { ...before, role: 'Admin', address: { city: 'Dallas', line1: '2 Main St' } }
  const theirs = { ...before, access: 'Revoked', address: { city: 'Houston', line1: '3 Main St' } }
  expect(applyChoices(yours, theirs, { role: 'yours', access: 'theirs', 'address.city': 'theirs' })).toEqual({
    role: 'Admin',
    access: 'Revoked',
    address: { city: 'Houston', line1: '2 Main St' },
  })
})
