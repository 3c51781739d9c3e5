import { Email } from '@hikmah/contract/common'
import { type Member, MemberEdit, type RolePair } from '@hikmah/contract/organization-team/schemas'
import { splitName } from '@hikmah/contract/organization-team/words'
import { REQUIRED } from '@hikmah/contract/words'
import { fullName } from './member-words.ts'

export interface MemberValues {
  name: string
  userName: string
  role: RolePair[]
  consoleAccess: boolean
}

export const newMember: MemberValues = { name: '', userName: '', role: [], consoleAccess: true }

export const valuesOf = (member: Member): MemberValues => ({
  name: fullName(member),
  userName: member.userName,
  role: member.role,
  consoleAccess: member.consoleAccess,
})

/** What the contract says of each field. */
export const memberRules = {
  name(name: string): string | undefined {
    if (name.trim() === '') return REQUIRED
    const { shape } = MemberEdit
    const { firstName, lastName } = splitName(name)
    const problem = shape.firstName.safeParse(firstName).error ?? shape.lastName.safeParse(lastName).error
    return problem?.issues[0]?.message
  },
  userName: (userName: string) => Email.safeParse(userName).error?.issues[0]?.message,
}

/** Why the form cannot be sent yet: "Add Now needs a name and a valid e-mail". */
export function whatIsMissing(action: string, { name, userName, role }: MemberValues): string | undefined {
  const missing = [
    memberRules.name(name) && (name.trim() === '' ? 'a name' : 'a shorter name'),
    memberRules.userName(userName) && 'a valid e-mail',
    role.length === 0 && 'a role and an application',
  ].filter((text) => typeof text === 'string')
  if (missing.length === 0) return undefined
  return `${action} needs ${[missing.slice(0, -1).join(', '), missing.at(-1)].filter(Boolean).join(' and ')}`
}

export const bodyOf = ({ name, role, consoleAccess }: MemberValues) => ({ ...splitName(name), role, consoleAccess })

/** The server speaks of two names where the form has one. */
export const formErrors = ({ firstName, lastName, ...fields }: Record<string, string>) => ({
  ...fields,
  ...((firstName ?? lastName) && { name: firstName ?? lastName }),
})
