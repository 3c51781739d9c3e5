import { LinkTo } from '../kit/page/LinkTo.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'

export function PageNotFound() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is nothing at this address"
        text="It may have been removed, or the link is incomplete."
        action={<LinkTo to="/">Go to the dashboard</LinkTo>}
      />
    </Page>
  )
}
