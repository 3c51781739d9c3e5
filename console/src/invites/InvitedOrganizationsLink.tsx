import { LinkTo } from '../kit/page/LinkTo.tsx'

export const InvitedOrganizationsLink = () => (
  <LinkTo to="/dashboard" search={{ tab: '1' }}>
    Invited organizations
  </LinkTo>
)
