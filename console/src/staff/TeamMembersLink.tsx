import type { ReactNode } from 'react'
import { LinkTo } from '../kit/page/LinkTo.tsx'

/** To the list of the console's own staff. */
export const TeamMembersLink = ({ children = 'Team Members' }: { children?: ReactNode }) => (
  // Only on the list itself is it the current page, not on the pages below it.
  <LinkTo to="/team-members" activeOptions={{ exact: true }}>
    {children}
  </LinkTo>
)
