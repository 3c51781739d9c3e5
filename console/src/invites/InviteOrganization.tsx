import { useMay } from '../kit/api/current-user.ts'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { InvitedOrganizationsLink } from './InvitedOrganizationsLink.tsx'
import { InviteOrganizationForm } from './InviteOrganizationForm.tsx'
import { MAY_NOT_INVITE } from './InviteOrganizationLink.tsx'

/** /invite-organization */
export function InviteOrganization() {
  const mayInvite = useMay('organizations.invite')
  return (
    <Page
      title="Invite organization"
      sub="The organization's admin is e-mailed a code to accept the invite."
      trail={[<InvitedOrganizationsLink key="invited" />]}
    >
      {mayInvite ? (
        <InviteOrganizationForm />
      ) : (
        <EmptyState title="You cannot send invites" text={`${MAY_NOT_INVITE}.`} action={<InvitedOrganizationsLink />} />
      )}
    </Page>
  )
}
