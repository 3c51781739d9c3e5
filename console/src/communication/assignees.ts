import { type Assignee, DEFAULT_ASSIGNEE } from '@hikmah/contract/communication/schemas'
import { roleLabels } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { StaffMember } from '@hikmah/contract/staff'
import { fullName } from '../kit/format/texts.ts'

export interface AssigneeChoice extends Omit<Assignee, '_id'> {
  /** The id of the member of staff; of others their name, marked as one. */
  value: string
}

export const DEFAULT_ASSIGNEE_MEANING = 'When nobody is chosen'

const NAMED = 'named '
const named = (name: string) => NAMED + name
export const DC_ADMIN = named(DEFAULT_ASSIGNEE)

type Member = Pick<StaffMember, '_id' | 'name' | 'userName' | 'role' | 'imageDetails'>

export const toAssigneeChoice = ({ _id, role, imageDetails, ...named }: Member): AssigneeChoice => ({
  value: _id,
  name: fullName(named),
  imageUrl: imageDetails.image,
  role: role[0] ? roleLabels[role[0].roles] : '',
})

/** The possible assignees: DC Admin and active `staff`; without that list, oneself. */
export const assigneeChoices = (staff: StaffMember[] | undefined, me: CurrentUser): AssigneeChoice[] => [
  { value: DC_ADMIN, name: DEFAULT_ASSIGNEE, imageUrl: '', role: DEFAULT_ASSIGNEE_MEANING },
  ...(staff?.map(toAssigneeChoice) ?? [toAssigneeChoice(me)]),
]

export function assigneeValue(assignee: Assignee | undefined): string {
  if (!assignee) return DC_ADMIN
  return assignee._id ?? named(assignee.name)
}

/** The choices with the current assignee, who may no longer have access. */
export const withAssignee = (choices: AssigneeChoice[], assignee: Assignee | undefined): AssigneeChoice[] =>
  !assignee || choices.some(({ value }) => value === assigneeValue(assignee))
    ? choices
    : [
        ...choices,
        { value: assigneeValue(assignee), name: assignee.name, imageUrl: assignee.imageUrl, role: assignee.role },
      ]

/** The assignee as a response sends it: by name as the customer's own client does, and by id where there is one. */
export const sentAssignee = (choices: AssigneeChoice[], chosen: string) => ({
  assignee: choices.find(({ value }) => value === chosen)?.name ?? '',
  assigneeId: chosen.startsWith(NAMED) ? null : chosen,
})
