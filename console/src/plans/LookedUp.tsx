import type { ReactNode } from 'react'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './plans.module.css'

/** Marks a price that comes from the payment provider. */
export const LookedUp = ({ children }: { children?: ReactNode }) => (
  <span className={classes.found}>
    <Icon name="check" size={14} />
    <span>Looked up {children}</span>
  </span>
)
