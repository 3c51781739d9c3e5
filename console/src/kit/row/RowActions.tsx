import { UnstyledButton } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icons/icons.tsx'
import { Menu } from '../popup/Menu.tsx'
import classes from './RowActions.module.css'

/** At the end of a row: what can be done with it, its menu, then its link. */
export const RowActions = ({ children }: { children: ReactNode }) => <span className={classes.actions}>{children}</span>

interface ActionProps extends Omit<ComponentProps<'button'>, 'type' | 'ref'> {
  isBusy?: boolean
}

/** Give it an `aria-label` that names the row. */
export const RowAction = ({ isBusy, ...props }: ActionProps) => (
  <UnstyledButton {...props} className={classes.action} disabled={isBusy} aria-busy={isBusy} />
)

/** What else can be done with the row of that name. */
export const RowMenu = ({ name, children }: { name: string; children: ReactNode }) => (
  <Menu
    name={name}
    button={(props) => (
      <UnstyledButton {...props} className={classes.more} aria-label={`More for ${name}`} data-row-menu>
        <span className="spoken">More</span>
        <Icon name="more" />
      </UnstyledButton>
    )}
  >
    {children}
  </Menu>
)

interface LinkProps extends ComponentProps<'a'> {
  /** Instead of the chevron, where the customer's documents have an icon. */
  icon?: 'edit' | 'right'
  /** The chevron alone, where the customer's documents have no word in this place: screen readers get it all the same. */
  isWordSpoken?: boolean
}

/** One per row; give it an `aria-label` that names the row. */
export const RowLink = createLink(({ children, isWordSpoken, icon = 'right', ...props }: LinkProps) => (
  <a {...props} className={classes.link} data-row-link>
    {isWordSpoken ? <span className="spoken">{children}</span> : children}
    <Icon name={icon} size={14} />
  </a>
))

/** A cell with two lines: the main thing, and below it a `small` or a `time`. */
export const Lines = ({ children }: { children: ReactNode }) => <span className={classes.lines}>{children}</span>
