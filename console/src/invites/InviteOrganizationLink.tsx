import { useMay } from '../kit/api/data.ts'
import { GuardedLink } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LinkTo } from '../kit/page/Page.tsx'

export const ADMIN_FULL_NAME = 'Admin Full Name'

export const MAY_NOT_INVITE = 'Only owners and admins can invite organizations'

export const InviteOrganizationLink = ({ variant = 'filled' }: { variant?: 'filled' | 'default' }) => (
  <GuardedLink
    role="button"
    variant={variant}
    reason={!useMay('organizations.invite') && MAY_NOT_INVITE}
    to="/invite-organization"
    leftSection={<Icon name="plus" />}
  >
    INVITE ORG
  </GuardedLink>
)

export const InvitedOrganizationsLink = () => (
  <LinkTo to="/dashboard" search={{ tab: '1' }}>
    Invited organizations
  </LinkTo>
)
