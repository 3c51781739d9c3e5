import { memberRules } from '@hikmah/contract/organization-team'
import { expect, test } from 'vitest'
import { formErrors, newMember, whatIsMissing } from './member-form.tsx'

const pair = { application: 'DEENFUND', roles: 'Admin' } as const
const complete = { ...newMember, name: 'Abdul Rahman Al Amin', userName: 'abdul@masjid.example', role: [pair] }

test('a role that is chosen and not added is not left out without a word', () => {
  const saidOf = (application: string, role: string) => whatIsMissing({ ...complete, chosen: { application, role } })
  expect(saidOf('DEENKIOSK', 'Editor')).toBe(
    'DEENKIOSK · Editor is chosen but not in the list: press Add role, or clear the choice',
  )
  expect(saidOf('DEENFUND', 'Admin'), 'it is in the list').toBeUndefined()
  expect(saidOf('DEENKIOSK', ''), 'half a choice').toBeUndefined()
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
