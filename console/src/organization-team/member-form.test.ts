import { memberRules } from '@hikmah/contract/organization-team'
import { expect, test } from 'vitest'
import { formErrors, newMember, whatIsMissing, withChosen } from './member-form.tsx'

const pair = { application: 'DEENFUND', roles: 'Admin' } as const
const complete = { ...newMember, name: 'Abdul Rahman Al Amin', userName: 'abdul@masjid.example', role: [pair] }

test('a role that is chosen counts without being added, and half a choice is asked for', () => {
  const chosen = (application: string, role: string) => ({ ...complete, chosen: { application, role } })
  const kiosk = chosen('DEENKIOSK', 'Editor')
  expect(whatIsMissing({ ...kiosk, role: [] })).toBeUndefined()
  expect(withChosen(kiosk)).toEqual({ ...complete, role: [pair, { application: 'DEENKIOSK', roles: 'Editor' }] })
  expect(withChosen(chosen('DEENFUND', 'Admin')), 'it is in the list').toEqual(complete)
  expect(whatIsMissing(chosen('DEENKIOSK', ''))).toBe('Still needed: a role in DEENKIOSK')
  expect(whatIsMissing(chosen('', 'Editor'))).toBe('Still needed: an application for Editor')
})

test('a form says all that it still needs', () => {
  expect(whatIsMissing(newMember)).toBe('Still needed: a name, a valid email and a role in an application')
  expect(whatIsMissing({ ...complete, role: [] })).toBe('Still needed: a role in an application')
  expect(whatIsMissing(complete)).toBeUndefined()
})

test('a name is required and each of its two parts has room for 100', () => {
  expect(memberRules.name('  ')).toBe('Required')
  expect(memberRules.name('a'.repeat(101))).toBe('At most 100 characters')
  expect(memberRules.name(`a ${'b'.repeat(100)}`)).toBeUndefined()
})

test('errors about either name show at the one name', () => {
  expect(formErrors({ lastName: 'At most 100 characters', role: 'x' })).toEqual({
    name: 'At most 100 characters',
    role: 'x',
  })
  expect(formErrors({ role: 'x' })).toEqual({ role: 'x' })
})
