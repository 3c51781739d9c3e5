import { type ReactNode, useState } from 'react'
import { PublicIcon } from '../icons/public-icons.tsx'
import classes from './field-error.module.css'

/** For the `error` of any Mantine input. */
export const fieldError = (error: ReactNode) =>
  error && error !== true ? (
    <span className={classes.error}>
      <PublicIcon name="alert" size={14} />
      {error}
    </span>
  ) : (
    error
  )

/** The server's error, as long as the value that it is about stands in the field. */
export function useServerError(error: string | undefined, value: string): string | undefined {
  const [refused, setRefused] = useState({ error, value })
  if (refused.error !== error) setRefused({ error, value })
  return refused.value === value ? error : undefined
}
