import type { ReactNode } from 'react'
import classes from './Columns.module.css'

interface Props {
  /** What stands beside the main part, behind a line; below it where there is no room. */
  rail?: ReactNode
  children: ReactNode
}

/** The main part of a page and its rail, at the same edges on every page. */
export function Columns({ rail, children }: Props) {
  if (!rail) return children
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      <div className={classes.rail}>{rail}</div>
    </div>
  )
}
