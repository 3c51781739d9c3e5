import { isolated } from '@hikmah/contract/isolates'
import { Button, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError, failureText } from '../api/api.ts'
import bannerClasses from '../feedback/FormAlert.module.css'
import { formatDate } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import { Stars } from '../icons/public-icons.tsx'
import classes from './states.module.css'

export interface EmptyProps {
  title: string
  text: string
  action?: ReactNode
}

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

interface NothingFoundProps {
  /** What the list shows, such as "orders". */
  many: string
  q?: string | undefined
  why?: string | false
  /** Nothing can be found by the search. */
  isUnusable?: boolean
  onClear: () => unknown
}

export function NothingFound({ many, q, why, isUnusable, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      title={`No ${many} match ${q ? `“${isolated(q)}”` : isUnusable ? 'this search' : 'these filters'}`}
      text={why || 'Check the spelling, or remove a filter.'}
      action={
        <Button variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  )
}

/** The page existed when somebody made the link. */
export const PastTheEnd = ({ onBack }: { onBack: () => unknown }) => (
  <EmptyState
    title="This page no longer exists"
    text="There are fewer rows now, or the link is outdated."
    action={
      <Button variant="default" onClick={onBack}>
        Go to the first page
      </Button>
    }
  />
)

/** Instead of a list that could not be loaded, where the customer wants no alert. */
export const NothingLoaded = ({ title, onRetry }: { title: string; onRetry: () => unknown }) => (
  <EmptyState
    title={title}
    text="The list could not be loaded."
    action={
      <Button variant="default" onClick={() => void onRetry()}>
        Retry
      </Button>
    }
  />
)

/** Above rows that could not be reloaded, where the customer wants no alert. */
export const OldRows = ({ seenAt, onRetry }: { seenAt: number; onRetry: () => unknown }) => (
  <p className={classes.old}>
    Last updated at {formatDate(seenAt, 'h:mm A')}.
    <UnstyledButton className={classes.again} onClick={() => onRetry()}>
      Retry
    </UnstyledButton>
  </p>
)

interface FailureProps {
  /** Such as "Organizations". */
  what: string
  error: Error
  /** When the data still shown was loaded. */
  seenAt?: number | undefined
  onRetry: () => unknown
}

export function LoadFailure({ what, error, seenAt, onRetry }: FailureProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Failure title={`${what} could not be loaded`} onRetry={onRetry} isAlert>
      <p>
        {failureText(error)}
        {seenAt && ` Last updated at ${formatDate(seenAt, 'h:mm A')}.`}
      </p>
      {requestId && <p className={classes.request}>Request {requestId}</p>}
    </Failure>
  )
}

interface BlockProps {
  title: string
  onRetry: () => unknown
  isAlert?: boolean
  children: ReactNode
}

export const Failure = ({ title, onRetry, isAlert, children }: BlockProps) => (
  <div className={`${bannerClasses.banner} ${classes.failure}`} data-tone="danger" role={isAlert ? 'alert' : undefined}>
    <Icon name="alert" />
    <div>
      <b>{title}</b>
      {children}
    </div>
    <Button variant="default" size="xs" onClick={() => onRetry()}>
      Retry
    </Button>
  </div>
)

/** For a failure of which the customer wants no alert. */
export const RetryNote = ({ text, onRetry }: { text: string; onRetry: () => unknown }) => (
  <p className={classes.note} role="status">
    {text}
    <Button variant="default" size="xs" onClick={() => void onRetry()}>
      Retry
    </Button>
  </p>
)

/** Instead of a form that the person may not save; `reason` such as "Only owners and admins …". */
export const NotAllowed = ({ reason, wayBack }: { reason: string; wayBack: ReactNode }) => (
  <EmptyState title={reason} text="Ask one of them to do it." action={wayBack} />
)
