import type { ReactNode } from 'react'
import classes from './Explained.module.css'
import { Hint } from './Hint.tsx'

/** A word of ours, and what it means to whoever stops at it; screen readers hear it after the word. */
export const Explained = ({ means, children }: { means: string; children: ReactNode }) => (
  <Hint label={means}>
    <button type="button" className={classes.explained} aria-description={means}>
      {children}
    </button>
  </Hint>
)
