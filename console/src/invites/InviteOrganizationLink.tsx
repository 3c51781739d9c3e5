import { useMay } from '../kit/api/current-user.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink, LinkTo } from '../kit/page/LinkTo.tsx'

export const ADMIN_FULL_NAME = 'Admin Full Name'

export const MAY_NOT_INVITE = 'Only owners and admins can invite organizations'

export function InviteOrganizationLink() {
  const icon = <Icon name="plus" />
  if (useMay('organizations.invite')) {
    return (
      <ButtonLink role="button" to="/invite-organization" leftSection={icon}>
        INVITE ORG
      </ButtonLink>
    )
  }
  return (
    <SubmitButton type="button" reason={MAY_NOT_INVITE} isQuiet leftSection={icon}>
      INVITE ORG
    </SubmitButton>
  )
}

export const InvitedOrganizationsLink = () => (
  <LinkTo to="/dashboard" search={{ tab: '1' }}>
    Invited organizations
  </LinkTo>
)
