import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { Icon } from '../kit/icons.tsx'
import classes from './header.module.css'

const choices = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

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
        {choices.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            onClick={() => setColorScheme(value)}
            rightSection={colorScheme === value && <Icon name="check" />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
