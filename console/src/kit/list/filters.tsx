import { Button, UnstyledButton } from '@mantine/core'
import { Fragment } from 'react'
import { Icon } from '../icons/icons.tsx'
import { Menu, MenuItem, MenuLabel } from '../popup/Menu.tsx'
import classes from './list.module.css'
import { useListSearch } from './list-search.ts'

/** A filter of a list besides its search and its status. */
export interface Filter {
  /** Its name, such as "App stream". */
  label: string
  /** What the address holds when it is off. */
  off: Record<string, undefined>
  /** The text of its chip while it is active. */
  shown: string | undefined
  choices?: { label: string; isChosen: boolean; on: Record<string, string> }[]
}

interface Choice<Value> {
  value: Value
  label: string
  /** What the chip says where the label alone would not do. */
  chip?: string
}

/** A filter of one parameter of the address with a few values. */
export function choiceFilter<Value extends string | number>(
  name: string,
  label: string,
  value: Value | undefined,
  choices: Choice<Value>[],
): Filter {
  const chosen = choices.find((choice) => choice.value === value)
  return {
    label,
    off: { [name]: undefined },
    shown: chosen && (chosen.chip ?? chosen.label),
    choices: choices.map((choice) => ({
      label: choice.label,
      isChosen: choice === chosen,
      on: { [name]: String(choice.value) },
    })),
  }
}

/** The filters of a list. Choosing a filter again removes it. */
export function FilterMenu({ filters }: { filters: Filter[] }) {
  const { change } = useListSearch()
  return (
    <Menu
      name="Filter"
      button={(props) => (
        <Button
          {...props}
          variant="default"
          size="xs"
          className={classes.filter}
          rightSection={<Icon name="down" size={12} />}
        >
          Filter
        </Button>
      )}
    >
      {filters.map(({ label, choices = [], off }) => (
        <Fragment key={label}>
          <MenuLabel>{label}</MenuLabel>
          {/* biome-ignore lint/a11y/useSemanticElements: a menu knows no fieldset */}
          <div role="group" aria-label={label}>
            {choices.map((choice) => (
              <MenuItem
                key={choice.label}
                isChosen={choice.isChosen}
                onClick={() => void change(choice.isChosen ? off : choice.on)}
              >
                {choice.label}
              </MenuItem>
            ))}
          </div>
        </Fragment>
      ))}
    </Menu>
  )
}

/** An active filter that no segment shows, such as "Joined in November 2026". */
export function FilterChip({ children, onRemove }: { children: string; onRemove: () => unknown }) {
  return (
    <span className={classes.chip}>
      {children}
      <UnstyledButton className={classes.remove} aria-label={`Remove filter: ${children}`} onClick={() => onRemove()}>
        <Icon name="cross" size={14} />
      </UnstyledButton>
    </span>
  )
}
