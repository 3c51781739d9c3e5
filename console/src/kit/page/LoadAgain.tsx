import { Button } from '@mantine/core'
import { EmptyState } from './ListStates.tsx'

/** In place of a list that could not be loaded. The customer wants no alert here, only a retry. */
export function LoadAgain({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  return (
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
}
