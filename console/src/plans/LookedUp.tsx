import type { ReactNode } from 'react'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './plans.module.css'

/** The price beside it is the payment provider's. */
export const LookedUp = ({ children }: { children?: ReactNode }) => (
  <span className={classes.found}>
    <Icon name="check" size={14} />
    <span>Looked up {children}</span>
  </span>
)
