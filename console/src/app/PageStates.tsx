import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { EmptyState, LoadFailure } from '../kit/page/ListStates.tsx'
import { DashboardLink, REMOVED_OR_INCOMPLETE } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Page } from '../kit/page/Page.tsx'
import classes from './ConsoleLayout.module.css'

/** Placeholder until the page and the signed-in person are known. */
export const PageLoading = () => (
  <div className={classes.loading}>
    <LoadingLines name="the page" lines={10} />
  </div>
)

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

export function PageNotFound() {
  return (
    <Page title="Page not found">
      <EmptyState title="There is nothing at this address" text={REMOVED_OR_INCOMPLETE} action={<DashboardLink />} />
    </Page>
  )
}
