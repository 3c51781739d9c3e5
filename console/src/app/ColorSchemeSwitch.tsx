import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { Icon } from '../kit/icons/icons.tsx'
import { Menu, MenuItem } from '../kit/popup/Menu.tsx'
import classes from './header.module.css'

const choices = [
  { value: 'auto', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies { value: MantineColorScheme; label: string }[]

export function ColorSchemeSwitch() {
  // To switch transitions off Mantine writes a style as HTML, which the policy of the page refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <Menu
      name="Colour scheme"
      button={(props) => (
        <ActionIcon {...props} className={classes.tool} size={32} aria-label="Colour scheme" title="Colour scheme">
          <Icon name="sun" />
        </ActionIcon>
      )}
    >
      {choices.map(({ value, label }) => (
        <MenuItem key={value} isChosen={colorScheme === value} onClick={() => setColorScheme(value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
