import { Anchor } from '@mantine/core'
import { breakable } from '../format/breakable.tsx'
import classes from './Email.module.css'

/** An e-mail address on one line, truncated where it does not fit, with the full address as its title. */
export const Email = ({ children }: { children: string }) => (
  <span className={classes.email} title={children}>
    {children}
  </span>
)

/** One to write to. */
export const EmailLink = ({ children }: { children: string }) => (
  <Anchor href={`mailto:${children}`}>{breakable(children)}</Anchor>
)
