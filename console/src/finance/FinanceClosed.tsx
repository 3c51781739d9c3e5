import { LinkTo } from '../kit/page/LinkTo.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'

/** Instead of the books, for whose role they are not. */
export const FinanceClosed = ({ title }: { title: string }) => (
  <Page title={title}>
    <EmptyState
      title="Finance is for owners and admins"
      text="Your role does not have access to it."
      action={<LinkTo to="/dashboard">Go to the dashboard</LinkTo>}
    />
  </Page>
)
