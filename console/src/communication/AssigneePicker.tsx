import { Avatar } from '../kit/display/Pictures.tsx'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { type Assignee, DEFAULT_ASSIGNEE } from '@hikmah/contract/communication/schemas'
import { roleLabels } from '@hikmah/contract/permissions'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { StaffMember } from '@hikmah/contract/staff'
import { Button, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { fullName } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './AssigneePicker.module.css'

export interface AssigneeChoice extends Omit<Assignee, '_id'> {
  /** The id of the member of staff; of others their name, marked as one. */
  value: string
}

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
  { value: DC_ADMIN, name: DEFAULT_ASSIGNEE, imageUrl: '', role: 'When nobody is chosen' },
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

interface Props {
  choices: AssigneeChoice[]
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  failure: Error | null
  onRetry: () => unknown
}

export function AssigneePicker({ choices, value, onChange, error, failure, onRetry }: Props) {
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <div>
      <Select
        label="Assignee"
        placeholder="Search a name"
        data={choices.map((choice) => ({ value: choice.value, label: choice.name }))}
        value={value}
        onChange={(to) => onChange(to ?? value)}
        searchable
        selectFirstOptionOnChange
        // Enter chooses; without a match it must not submit the form with the previous assignee.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        allowDeselect={false}
        nothingFoundMessage="Nobody by that name"
        withScrollArea={false}
        withCheckIcon={false}
        maxDropdownHeight={280}
        classNames={{
          dropdown: classes.dropdown,
          options: classes.options,
          option: classes.option,
          input: classes.input,
        }}
        leftSection={chosen && <Avatar name={chosen.name} image={chosen.imageUrl} />}
        leftSectionWidth={42}
        rightSection={<Icon name="down" size={12} />}
        error={error}
        renderOption={({ option }) => {
          const choice = choices.find((candidate) => candidate.value === option.value)
          return (
            <span className={classes.person}>
              <Avatar name={option.label} image={choice?.imageUrl} />
              <span>
                {option.label}
                <small>{choice?.role}</small>
              </span>
            </span>
          )
        }}
      />
      {failure && (
        <p className={classes.failure} role="alert">
          The team could not be loaded: {failure.message.trim()}
          <Button variant="default" size="xs" onClick={() => onRetry()}>
            Retry
          </Button>
        </p>
      )}
    </div>
  )
}
