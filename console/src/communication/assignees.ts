import { type Assignee, DEFAULT_ASSIGNEE } from '@hikmah/contract/communication'
import { roleLabels } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in'
import type { StaffMember } from '@hikmah/contract/staff'

export interface AssigneeChoice extends Assignee {
  /** The id of the member of staff, or one of the two below. */
  value: string
}

export const DC_ADMIN = 'dc-admin'
/** Who has it now and is not to be found among the staff: known by name alone. */
const KEPT = 'kept'

type Member = Pick<StaffMember, '_id' | 'name' | 'userName' | 'role' | 'imageDetails'>

const choiceOf = ({ _id, name, userName, role, imageDetails }: Member): AssigneeChoice => ({
  value: _id,
  name: `${name.firstName} ${name.lastName}`.trim() || userName,
  imageUrl: imageDetails.image,
  role: role[0] ? roleLabels[role[0].roles] : '',
})

/** Whom one may choose: `staff` is who may sign in. Without that list it is oneself, who has it now, and DC Admin. */
export function assigneeChoices(staff: StaffMember[] | undefined, me: CurrentUser, now: Assignee | undefined) {
  const members = staff?.map(choiceOf) ?? [choiceOf(me)]
  const choices: AssigneeChoice[] = [
    { value: DC_ADMIN, name: DEFAULT_ASSIGNEE, imageUrl: '', role: 'When nobody is chosen' },
    ...members,
  ]
  if (now && !holderIn(choices, now)) choices.push({ ...now, value: KEPT })
  return choices
}

const holderIn = (choices: AssigneeChoice[], now: Assignee) => {
  const named = choices.filter(({ name }) => name === now.name)
  return named.find(({ role }) => role === now.role) ?? (named.length === 1 ? named[0] : undefined)
}

/** Who is chosen at first: who has it now. */
export const chosenAtFirst = (choices: AssigneeChoice[], now: Assignee | undefined) =>
  (now && holderIn(choices, now)?.value) ?? DC_ADMIN

/** The assignee as a response sends it: by name as the customer's own client does, and by id where there is one. */
export function sentAssignee(choices: AssigneeChoice[], value: string) {
  const isMember = value !== DC_ADMIN && value !== KEPT
  return {
    assignee: choices.find((choice) => choice.value === value)?.name ?? DEFAULT_ASSIGNEE,
    assigneeId: isMember ? value : null,
  }
}
