import { Anchor } from '@mantine/core'
import { breakable } from '../format/breakable.tsx'
import classes from './Email.module.css'

/** An e-mail address in one line, cut where it does not fit; whole in its title. */
export const Email = ({ children }: { children: string }) => (
  <span className={classes.email} title={children}>
    {children}
  </span>
)

/** One to write to. */
export const EmailLink = ({ children }: { children: string }) => (
  <Anchor href={`mailto:${children}`}>{breakable(children)}</Anchor>
)
