import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api.ts'
import { Icon } from '../icons/icons.tsx'
import { Stars } from '../icons/Stars.tsx'
import classes from './ListStates.module.css'

interface EmptyProps {
  title: string
  text: string
  action?: ReactNode
}

/** What a list is when there is nothing yet, and what to do about it. */
export function EmptyState({ title, text, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <Stars />
      <h2>{title}</h2>
      <p>{text}</p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

export function NothingFound({ onClear }: { onClear: () => unknown }) {
  return (
    <EmptyState
      title="Nothing matches"
      text="No row fits the search and the filters."
      action={
        <Button variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  )
}

/** What comes of a script that could not be fetched, as each browser says it. */
const NOT_FETCHED = /dynamically imported module|importing a module|preload CSS/i

/** A failure that the server did not tell speaks to programmers. */
function inWords(error: Error): string {
  if (error instanceof ApiError) return error.message
  if (NOT_FETCHED.test(error.message)) return 'The server does not answer, or has a newer version. Reload the page.'
  return 'The console made a mistake here. Reload the page, and tell who looks after it if that does not help.'
}

interface FailureProps {
  /** What failed, as "Organizations". */
  what: string
  error: Error
  onRetry: () => unknown
}

/** A failed read, in place: what failed, what the server said, and Retry. */
export function LoadFailure({ what, error, onRetry }: FailureProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={classes.failure} role="alert">
      <Icon name="alert" />
      <div>
        <b>{what} could not be loaded</b>
        <p>{inWords(error)}</p>
        {requestId && <p className={classes.request}>Request {requestId}</p>}
      </div>
      <Button variant="default" size="xs" onClick={() => onRetry()}>
        Retry
      </Button>
    </div>
  )
}
