import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { Icon } from '../icons/icons.tsx'
import { useListSearch } from '../list/list-search.ts'
import { Menu, MenuItem, MenuLabel } from '../popup/Menu.tsx'
import classes from './FilterMenu.module.css'
import type { Filter } from './filters.ts'

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
