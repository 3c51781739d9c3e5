import { Button } from '@mantine/core'
import classes from './RetryNote.module.css'

/** A failure that is only logged. The customer wants no alert for it; this is a quiet line with a retry. */
export const RetryNote = ({ text, onRetry }: { text: string; onRetry: () => unknown }) => (
  <p className={classes.note} role="status">
    {text}
    <Button variant="default" size="xs" onClick={() => void onRetry()}>
      Retry
    </Button>
  </p>
)
