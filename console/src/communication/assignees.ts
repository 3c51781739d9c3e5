import { type Assignee, DEFAULT_ASSIGNEE } from '@hikmah/contract/communication'
import { roleLabels } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { StaffMember } from '@hikmah/contract/staff'
import { fullName } from '../kit/format/texts.ts'

export interface AssigneeChoice extends Omit<Assignee, '_id'> {
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

/** The current assignee as a choice. */
export function valueOfHolder(now: Assignee | undefined): string {
  if (!now) return DC_ADMIN
  return now._id ?? named(now.name)
}

/** The choices, also with who has it now: they may no longer have access. */
export const withHolder = (choices: AssigneeChoice[], now: Assignee | undefined): AssigneeChoice[] =>
  !now || choices.some(({ value }) => value === valueOfHolder(now))
    ? choices
    : [...choices, { value: valueOfHolder(now), name: now.name, imageUrl: now.imageUrl, role: now.role }]

/** The assignee as a response sends it: by name as the customer's own client does, and by id where there is one. */
export const sentAssignee = (choices: AssigneeChoice[], chosen: string) => ({
  assignee: choices.find(({ value }) => value === chosen)?.name ?? '',
  assigneeId: chosen.startsWith(NAMED) ? null : chosen,
})
