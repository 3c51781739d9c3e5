import type { Assignee } from '@hikmah/contract/communication/schemas'
import { DEFAULT_ASSIGNEE } from '@hikmah/contract/communication/words'
import { roleLabels } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { StaffMember } from '@hikmah/contract/staff/schemas'
import { fullName } from '../kit/format/texts.ts'

export interface AssigneeChoice extends Assignee {
  /** The id of the member of staff; of others their name, marked as one. */
  value: string
}

const NAMED = 'named '
const named = (name: string) => NAMED + name
export const DC_ADMIN = named(DEFAULT_ASSIGNEE)

type Member = Pick<StaffMember, '_id' | 'name' | 'userName' | 'role' | 'imageDetails'>

/** Somebody on the team as a choice, with photo and role. */
export const choiceOf = ({ _id, role, imageDetails, ...named }: Member): AssigneeChoice => ({
  value: _id,
  name: fullName(named),
  imageUrl: imageDetails.image,
  role: role[0] ? roleLabels[role[0].roles] : '',
})

/** The possible assignees: DC Admin and active `staff`; without that list, oneself. */
export const assigneeChoices = (staff: StaffMember[] | undefined, me: CurrentUser): AssigneeChoice[] => [
  { value: DC_ADMIN, name: DEFAULT_ASSIGNEE, imageUrl: '', role: 'When nobody is chosen' },
  ...(staff?.map(choiceOf) ?? [choiceOf(me)]),
]

/** The current assignee as a choice; by name alone if not in the list. */
export function valueOfHolder(choices: AssigneeChoice[], now: Assignee | undefined): string {
  if (!now) return DC_ADMIN
  const same = choices.filter(({ name }) => name === now.name)
  const holder = same.find(({ role }) => role === now.role) ?? (same.length === 1 ? same[0] : undefined)
  return holder?.value ?? named(now.name)
}

/** The choices together with the chosen one, which may be known by name alone. */
export const withChosen = (choices: AssigneeChoice[], chosen: string): AssigneeChoice[] =>
  choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, name: chosen.replace(NAMED, ''), imageUrl: '', role: '' }]

/** The assignee as a response sends it: by name as the customer's own client does, and by id where there is one. */
export const sentAssignee = (choices: AssigneeChoice[], chosen: string) => ({
  assignee: withChosen(choices, chosen).find(({ value }) => value === chosen)?.name ?? '',
  assigneeId: chosen.startsWith(NAMED) ? null : chosen,
})
