import { Button, UnstyledButton } from '@mantine/core'
import { Fragment } from 'react'
import { Icon } from '../icons/icons.tsx'
import { Menu, MenuItem, MenuLabel } from '../popup/Menu.tsx'
import classes from './list.module.css'
import { useListSearch } from './list-search.ts'

export interface Filter {
  label: string
  /** The search parameters without the filter. */
  off: Record<string, undefined>
  /** Its text while the filter is active. */
  chip: string | undefined
  choices?: { label: string; isChosen: boolean; on: Record<string, string> }[]
}

interface Choice<Value> {
  value: Value
  label: string
  /** Where the label alone would not do. */
  chip?: string
}

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
    chip: chosen && (chosen.chip ?? chosen.label),
    choices: choices.map((choice) => ({
      label: choice.label,
      isChosen: choice === chosen,
      on: { [name]: String(choice.value) },
    })),
  }
}

/** Choosing a filter again removes it. */
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
