import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { StaffMember } from '@hikmah/contract/staff/schemas'
import { expect, test } from 'vitest'
import { assigneeChoices, DC_ADMIN, sentAssignee, valueOfHolder, withChosen } from './assignees.ts'

const member = (firstName: string, roles: 'hikmah_admin' | 'hikmah_manager') =>
  ({
    _id: `${firstName}-${roles}`,
    name: { firstName, lastName: 'Noor' },
    userName: `${firstName}@hikmah.example`,
    role: [{ application: 'HIKMAH', roles }],
    imageDetails: { image: '' },
  }) as unknown as StaffMember

const [admin, manager] = [member('Fatima', 'hikmah_admin'), member('Fatima', 'hikmah_manager')]
const me = member('Samira', 'hikmah_admin') as unknown as CurrentUser
const names = (choices: ReturnType<typeof assigneeChoices>) => choices.map(({ name }) => name)

test('the staff can be chosen, with DC Admin before them', () => {
  const choices = assigneeChoices([admin, manager], me)
  expect(names(choices)).toEqual(['DC Admin', 'Fatima Noor', 'Fatima Noor'])
  expect(valueOfHolder(choices, undefined)).toBe(DC_ADMIN)
  expect(valueOfHolder(choices, { name: 'DC Admin', imageUrl: '', role: '' })).toBe(DC_ADMIN)
  expect(sentAssignee(choices, DC_ADMIN)).toEqual({ assignee: 'DC Admin', assigneeId: null })
  expect(sentAssignee(choices, manager._id)).toEqual({ assignee: 'Fatima Noor', assigneeId: manager._id })
})

test('of two with one name it is the one of the same role who has it', () => {
  const choices = assigneeChoices([admin, manager], me)
  expect(valueOfHolder(choices, { name: 'Fatima Noor', imageUrl: '', role: 'Manager' })).toBe(manager._id)
})

test('who has it now stays chosen, by name, when the list does not know them', () => {
  const now = { name: 'Omar Noor', imageUrl: '', role: 'Admin' }
  for (const staff of [[admin], undefined]) {
    const choices = assigneeChoices(staff, me)
    const chosen = valueOfHolder(choices, now)
    expect(names(withChosen(choices, chosen)).at(-1)).toBe('Omar Noor')
    expect(sentAssignee(choices, chosen)).toEqual({ assignee: 'Omar Noor', assigneeId: null })
  }
})

test('without the list there is oneself to choose', () => {
  expect(names(assigneeChoices(undefined, me))).toEqual(['DC Admin', 'Samira Noor'])
})
