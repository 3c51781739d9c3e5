import type { ReactNode } from 'react'
import classes from './Lines.module.css'

/** What a cell says on two lines: the main thing, and below it a `small` or a `time`. */
export const Lines = ({ children }: { children: ReactNode }) => <span className={classes.lines}>{children}</span>
