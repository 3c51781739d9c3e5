import { Button } from '@mantine/core'
import classes from './RetryNote.module.css'

/** What failed and is logged. The customer wants no alert for it; a quiet line says so and tries again. */
export const RetryNote = ({ text, onRetry }: { text: string; onRetry: () => unknown }) => (
  <p className={classes.note} role="status">
    {text}
    <Button variant="default" size="xs" onClick={() => void onRetry()}>
      Retry
    </Button>
  </p>
)
