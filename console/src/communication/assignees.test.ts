import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { StaffMember } from '@hikmah/contract/staff'
import { expect, test } from 'vitest'
import { assigneeChoices, assigneeValue, DC_ADMIN, sentAssignee, withAssignee } from './assignees.ts'

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
  expect(assigneeValue(undefined)).toBe(DC_ADMIN)
  expect(assigneeValue({ name: 'DC Admin', imageUrl: '', role: '' })).toBe(DC_ADMIN)
  expect(sentAssignee(choices, DC_ADMIN)).toEqual({ assignee: 'DC Admin', assigneeId: null })
  expect(sentAssignee(choices, manager._id)).toEqual({ assignee: 'Fatima Noor', assigneeId: manager._id })
})

test('of two with one name and role it is the one who has it', () => {
  const namesake = { ...manager, _id: 'namesake' }
  const now = { _id: namesake._id, name: 'Fatima Noor', imageUrl: '', role: 'Manager' }
  const choices = withAssignee(assigneeChoices([manager, namesake], me), now)
  expect(names(choices)).toEqual(['DC Admin', 'Fatima Noor', 'Fatima Noor'])
  expect(sentAssignee(choices, assigneeValue(now)).assigneeId).toBe(namesake._id)
})

test('who has it now stays chosen when the list does not know them', () => {
  const omar = { name: 'Omar Noor', imageUrl: '', role: 'Admin' }
  for (const [now, assigneeId] of [
    [{ ...omar, _id: 'omar' }, 'omar'],
    [omar, null],
  ] as const) {
    const choices = withAssignee(assigneeChoices([admin], me), now)
    expect(names(choices).at(-1)).toBe('Omar Noor')
    expect(sentAssignee(choices, assigneeValue(now))).toEqual({ assignee: 'Omar Noor', assigneeId })
  }
})

test('without the list there is oneself to choose', () => {
  expect(names(assigneeChoices(undefined, me))).toEqual(['DC Admin', 'Samira Noor'])
})
