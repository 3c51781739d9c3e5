import { useMay } from '../kit/current-user.ts'
import { Icon } from '../kit/icons.tsx'
import { ButtonLink } from '../kit/LinkTo.tsx'
import { SubmitButton } from '../kit/SubmitButton.tsx'

export const MAY_NOT_INVITE = 'Only owners and admins invite organizations'

/** The way to the invite form. Who may not invite learns why. */
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
