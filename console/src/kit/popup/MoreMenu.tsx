import { ActionIcon } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icons/icons.tsx'
import { Menu, MenuItem } from './Menu.tsx'
import own from './MoreMenu.module.css'
import classes from './popup.module.css'

/** What is done less often with the thing of a page, at the end of its actions. */
export const MoreMenu = ({ name, children }: { name: string; children: ReactNode }) => (
  <Menu
    name={name}
    button={(button) => (
      <ActionIcon {...button} variant="default" size="var(--control-h)" aria-label={name}>
        <Icon name="more" />
      </ActionIcon>
    )}
  >
    {children}
  </Menu>
)

type GuardedProps = ComponentProps<typeof MenuItem> & { reason: string | false | undefined }

/** An item that says why it cannot be chosen, where it cannot. */
export const GuardedItem = ({ reason, icon, children, ...props }: GuardedProps) =>
  reason ? (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled="true"
      className={`${classes.item} ${own.item}`}
      onClick={(event) => event.stopPropagation()}
    >
      {icon && <Icon name={icon} />}
      <span className={own.why}>
        {children} <small>{reason}</small>
      </span>
    </button>
  ) : (
    <MenuItem icon={icon} {...props}>
      {children}
    </MenuItem>
  )
