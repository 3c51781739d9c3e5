import { UnstyledButton } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icons/icons.tsx'
import classes from './RowActions.module.css'

/** At the end of a row: its actions, then the row's link. */
export const RowActions = ({ children }: { children: ReactNode }) => <span className={classes.actions}>{children}</span>

interface ActionProps extends Omit<ComponentProps<'button'>, 'type' | 'ref'> {
  isBusy?: boolean
}

/** Give it an `aria-label` that names the row. */
export const RowAction = ({ isBusy, ...props }: ActionProps) => (
  <UnstyledButton {...props} className={classes.action} disabled={isBusy} aria-busy={isBusy} />
)

export const RowActionLink = createLink((props: ComponentProps<'a'>) => <a {...props} className={classes.action} />)

/** One per row; give it an `aria-label` that names the row. */
export const RowLink = createLink(({ children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={classes.link} data-row-link>
    {children}
    <Icon name="right" size={14} />
  </a>
))

/** A cell with two lines: the main thing, and below it a `small` or a `time`. */
export const Lines = ({ children }: { children: ReactNode }) => <span className={classes.lines}>{children}</span>
