import type { ReactNode } from 'react'
import { LinkTo } from '../kit/LinkTo.tsx'

/** To the list of the console's own staff. */
export const TeamMembersLink = ({ children = 'Team Members' }: { children?: ReactNode }) => (
  <LinkTo to="/team-members">{children}</LinkTo>
)
