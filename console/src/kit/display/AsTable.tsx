import type { ReactNode } from 'react'
import { Icon } from '../icons/icons.tsx'
import classes from './chart.module.css'

/** What a chart shows, in figures. */
export const AsTable = ({ children }: { children: ReactNode }) => (
  <details className={classes.numbers}>
    <summary>
      <Icon name="right" size={12} />
      Show as a table
    </summary>
    {children}
  </details>
)
