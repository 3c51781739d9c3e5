import { type ReactNode, useState } from 'react'
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

/** The server's error under a field, as long as what it is about stands there. */
export function useServerError(error: string | undefined, value: string): string | undefined {
  const [answered, setAnswered] = useState({ error, value })
  if (answered.error !== error) setAnswered({ error, value })
  return answered.value === value ? error : undefined
}
