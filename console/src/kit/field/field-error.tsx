import type { ReactNode } from 'react'
import { PublicIcon } from '../icons/public-icons.tsx'
import classes from './field-error.module.css'

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
