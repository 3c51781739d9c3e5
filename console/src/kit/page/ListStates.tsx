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
        <p>{error.message}</p>
        {requestId && <p className={classes.request}>Request {requestId}</p>}
      </div>
      <Button variant="default" size="xs" onClick={() => onRetry()}>
        Retry
      </Button>
    </div>
  )
}
