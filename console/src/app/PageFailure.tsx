import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'

/** Shown instead of a screen that failed to render. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title="This page could not be shown">
      <LoadFailure what="The page" error={error instanceof Error ? error : new Error(String(error))} onRetry={retry} />
    </Page>
  )
}
