import { Avatar } from '../kit/display/Pictures.tsx'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Button, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './AssigneePicker.module.css'
import type { AssigneeChoice } from './assignees.ts'

// For forms of other features.
export { toAssigneeChoice } from './assignees.ts'

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
