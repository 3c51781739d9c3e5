import { Button } from '@mantine/core'
import { EmptyState } from '../kit/page/ListStates.tsx'

export const LIST_NOT_LOADED = 'The list could not be loaded.'

/** In place of a list that could not be loaded. The customer wants no alert here, only a retry. */
export function LoadAgain({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  return (
    <EmptyState
      title={title}
      text={LIST_NOT_LOADED}
      action={
        <Button variant="default" onClick={() => void onRetry()}>
          Retry
        </Button>
      }
    />
  )
}
