import { Email } from '@hikmah/contract/common'
import { ACCESS_NEEDED, NewStaff } from '@hikmah/contract/staff'
import { isGoodPassword, REQUIRED, splitName } from '@hikmah/contract/words'
import type { Given } from './StaffRolePicker.tsx'

export interface NewStaffValues {
  name: string
  userName: string
  role: Given | ''
  password: string
  /** The access switch. */
  isActive: boolean
}

export const newStaff: NewStaffValues = { name: '', userName: '', role: '', password: '', isActive: true }

/** The contract's rule for each field. */
export const staffRules = {
  name(name: string): string | undefined {
    if (name.trim() === '') return REQUIRED
    return NewStaff.shape.name.safeParse(splitName(name)).error?.issues[0]?.message
  },
  userName: (userName: string) => Email.safeParse(userName).error?.issues[0]?.message,
  isActive: (isActive: boolean) => (isActive ? undefined : ACCESS_NEEDED),
}

/** Why the form cannot be sent yet. The access switch is checked on submit, as the customer has it. */
export function missingOf({ name, userName, role, password }: NewStaffValues): string | undefined {
  const missing = [
    staffRules.name(name) && (name.trim() === '' ? 'a full name' : 'a shorter name'),
    staffRules.userName(userName) && 'a valid e-mail',
    role === '' && 'a role',
    !isGoodPassword(password) && 'a valid password',
  ].filter((text) => typeof text === 'string')
  if (missing.length === 0) return undefined
  return `Still needed: ${[missing.slice(0, -1).join(', '), missing.at(-1)].filter(Boolean).join(' and ')}`
}

/** The first word is the first name, the rest the last name. */
export const bodyOf = ({ name, userName, role, password }: NewStaffValues) => ({
  name: splitName(name),
  userName,
  // The form is sent with a role and with access only.
  role: [{ application: 'HIKMAH' as const, roles: role as Given }],
  access: 'active' as const,
  password,
})

/** The server has two name fields where the form has one. */
export function formErrors(fields: Record<string, string>): Record<string, string> {
  const name = fields['name.firstName'] ?? fields['name.lastName']
  return { ...fields, ...(name && { name }) }
}
