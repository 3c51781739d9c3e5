import { LinkTo } from '../kit/page/LinkTo.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'

/** Shown to people who may not see the finance pages. */
export const FinanceClosed = ({ title }: { title: string }) => (
  <Page title={title}>
    <EmptyState
      title="Finance is for owners and admins"
      text="Your role does not have access to it."
      action={<LinkTo to="/dashboard">Go to the dashboard</LinkTo>}
    />
  </Page>
)
