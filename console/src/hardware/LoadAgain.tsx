import { Button } from '@mantine/core'
import { EmptyState } from '../kit/page/ListStates.tsx'

/** Where a list would be that could not be loaded. The customer wants no alert here, only the way to try again. */
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
