import type { ReactNode } from 'react'
import { LinkTo } from '../kit/page/Page.tsx'

export const EDIT_TEAM_MEMBER = 'Edit Team Member'

/** When another code may be sent, as the server said during this visit; it is in no address. */
const ends = new Map<string, number>()

export const noteWait = (userName: string, seconds: number) => ends.set(userName, Date.now() + seconds * 1000)

export const waitEnd = (userName: string) => ends.get(userName) ?? 0

export const TeamMembersLink = ({ children = 'Team Members' }: { children?: ReactNode }) => (
  // Only on the list itself is it the current page, not on the pages below it.
  <LinkTo to="/team-members" activeOptions={{ exact: true }}>
    {children}
  </LinkTo>
)

export const teamMembersWayBack = <TeamMembersLink>Go to the team members</TeamMembersLink>
