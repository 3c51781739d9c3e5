import type { ReactNode } from 'react'
import classes from './field-error.module.css'
import { PublicIcon } from './public-icons.tsx'

/** An error as drawn under a field, with its sign: for the `error` of any Mantine input. */
export const fieldError = (error: ReactNode) =>
  error && error !== true ? (
    <span className={classes.error}>
      <PublicIcon name="alert" size={14} />
      {error}
    </span>
  ) : (
    error
  )
