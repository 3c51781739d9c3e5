import { LinkTo } from './LinkTo.tsx'
import { EmptyState } from './ListStates.tsx'
import { Page } from './Page.tsx'

/** Shown instead of a page to people whose role may not see `what`, such as "Finance". */
export const ClosedPage = ({ title, what }: { title: string; what: string }) => (
  <Page title={title}>
    <EmptyState
      title={`${what} is for owners and admins`}
      text="Your role does not have access to it."
      action={<LinkTo to="/dashboard">Go to the dashboard</LinkTo>}
    />
  </Page>
)
