import { invites } from '@hikmah/contract/invites/endpoints'
import type { Invite } from '@hikmah/contract/invites/schemas'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { mailWait } from '../kit/api/mail-wait.ts'
import { Columns } from '../kit/page/Columns.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import { InviteDetails } from './InviteDetails.tsx'
import { InvitedOrganizationsLink } from './InvitedOrganizationsLink.tsx'
import { InviteHistory } from './InviteHistory.tsx'
import { InviteOrganizationForm } from './InviteOrganizationForm.tsx'
import { InviteStatusBadge } from './InviteStatusBadge.tsx'
import { canBeRevoked, useRevokeInvite } from './revoke-invite.ts'

const trail = [<InvitedOrganizationsLink key="invited" />]

/** /invite-organization-{id} */
export function ResendInvite() {
  const { id } = useParams({ from: '/console/invite-organization-{$id}' })
  const query = useQuery({
    ...read(invites.readInvite, { params: { id } }),
    refetchInterval: ({ state }) => mailWait(state.data && [state.data.data]),
  })
  return (
    <LoadedPage name="Invite" shape="detail" query={query} trail={trail} wayBack={<InvitedOrganizationsLink />}>
      {(invite) => <LoadedInvite key={id} invite={invite} />}
    </LoadedPage>
  )
}

function LoadedInvite({ invite }: { invite: Invite }) {
  const mayInvite = useMay('organizations.invite')
  const { revoke, isPending } = useRevokeInvite()
  return (
    <Page
      title={invite.orgName}
      badge={<InviteStatusBadge status={invite.orgStatus} />}
      trail={trail}
      action={
        mayInvite &&
        canBeRevoked(invite) && (
          <Button variant="danger-outline" loading={isPending} onClick={() => void revoke(invite)}>
            Revoke
          </Button>
        )
      }
    >
      <Columns rail={<InviteHistory invite={invite} />}>
        <section>
          {mayInvite && !invite.organizationId ? (
            <>
              <SectionHead title="Resend invite" />
              <InviteOrganizationForm invite={invite} />
            </>
          ) : (
            <InviteDetails invite={invite} />
          )}
        </section>
      </Columns>
    </Page>
  )
}
