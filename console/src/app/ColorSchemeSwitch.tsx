import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './header.module.css'

const choices = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies { value: MantineColorScheme; label: string }[]

export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon className={classes.tool} size={32} aria-label="Colour scheme" title="Colour scheme">
          <Icon name="sun" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(to) => setColorScheme(to as MantineColorScheme)}>
          {choices.map(({ value, label }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              checkIcon={<Icon name="check" />}
              data-autofocus={colorScheme === value || undefined}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
