import { Email } from '@hikmah/contract/common'
import {
  type Member,
  MemberEdit,
  memberApplications,
  memberRoles,
  type RolePair,
} from '@hikmah/contract/organization-team'
import { REQUIRED, splitName } from '@hikmah/contract/words'
import { fullName } from '../kit/format/texts.ts'
import { pairText } from './member-words.ts'

export interface MemberValues {
  name: string
  userName: string
  role: RolePair[]
  /** What is chosen but not yet added to the list. */
  chosen: Chosen
  consoleAccess: boolean
}

export interface Chosen {
  application: string
  role: string
}

export const nothingChosen: Chosen = { application: '', role: '' }

/** The two choices as a role, once both are made. */
export function pairOf({ application, role }: Chosen): RolePair | undefined {
  const chosenApplication = memberApplications.find((one) => one === application)
  const roles = memberRoles.find((one) => one === role)
  return chosenApplication && roles && { application: chosenApplication, roles }
}

export const newMember: MemberValues = { name: '', userName: '', role: [], chosen: nothingChosen, consoleAccess: true }

export const valuesOf = (member: Member): MemberValues => ({
  name: fullName(member),
  userName: member.userName,
  role: member.role,
  chosen: nothingChosen,
  consoleAccess: member.consoleAccess,
})

/** The contract's rule for each field. */
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

/** Why the form cannot be sent yet: "Still needed: a name and a valid e-mail". */
export function whatIsMissing({ name, userName, role, chosen }: MemberValues): string | undefined {
  const pair = pairOf(chosen)
  const isInList = pair && role.some((one) => pairText(one) === pairText(pair))
  if (pair && !isInList) return `${pairText(pair)} is chosen but not in the list: press Add role, or clear the choice`
  const missing = [
    memberRules.name(name) && (name.trim() === '' ? 'a name' : 'a shorter name'),
    memberRules.userName(userName) && 'a valid e-mail',
    role.length === 0 && 'a role in an application',
  ].filter((text) => typeof text === 'string')
  if (missing.length === 0) return undefined
  return `Still needed: ${[missing.slice(0, -1).join(', '), missing.at(-1)].filter(Boolean).join(' and ')}`
}

export const bodyOf = ({ name, role, consoleAccess }: MemberValues) => ({ ...splitName(name), role, consoleAccess })

/** The server has two name fields where the form has one. */
export const formErrors = ({ firstName, lastName, ...fields }: Record<string, string>) => ({
  ...fields,
  ...((firstName ?? lastName) && { name: firstName ?? lastName }),
})
