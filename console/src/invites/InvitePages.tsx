import { type Invite, type InviteLog, invites, OPEN_INVITE } from '@hikmah/contract/invites/endpoints'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mailWait, read, useMay } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { formatDate, phoneText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Columns, LinkTo, Page, SectionHead } from '../kit/page/Page.tsx'
import { InviteOrganizationForm } from './InviteOrganizationForm.tsx'
import { ADMIN_FULL_NAME, InvitedOrganizationsLink, MAY_NOT_INVITE } from './InviteOrganizationLink.tsx'
import { canBeRevoked, InviteStatusBadge, MailStatusBadge, useRevokeInvite } from './InviteStatusBadge.tsx'
import classes from './invites.module.css'

const trail = [<InvitedOrganizationsLink key="invited" />]

export function InviteOrganization() {
  const mayInvite = useMay('organizations.invite')
  return (
    <Page
      title="Invite organization"
      sub="We email the organization’s admin a code to accept the invite."
      trail={trail}
    >
      {mayInvite ? (
        <InviteOrganizationForm />
      ) : (
        <EmptyState title="You cannot send invites" text={`${MAY_NOT_INVITE}.`} action={<InvitedOrganizationsLink />} />
      )}
    </Page>
  )
}

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

/** An invite that cannot be sent again: it was accepted, or the reader may not. */
function InviteDetails({ invite }: { invite: Invite }) {
  return (
    <>
      <SectionHead title="Invite" />
      <Facts
        columns={1}
        facts={[
          [ADMIN_FULL_NAME, invite.orgAdmin],
          ['Email', invite.orgEmail],
          ['Phone', phoneText(invite.phoneFax.primaryPhone)],
        ]}
      />
      {invite.organizationId ? (
        <p className={classes.note}>
          This invite was accepted and cannot be sent again.{' '}
          <LinkTo to="/organization-detail-{$id}" params={{ id: invite.organizationId }} underline="always">
            See the organization
          </LinkTo>
        </p>
      ) : (
        <p className={classes.note}>{MAY_NOT_INVITE}.</p>
      )}
    </>
  )
}

function InviteHistory({ invite }: { invite: Invite }) {
  const { inviteLogs } = invite.invitationsDetails
  return (
    <section className={classes.history}>
      <SectionHead title="Delivery" />
      <Facts
        columns={1}
        facts={[
          ['First sent', <When key="sent" at={invite.createdAt} age />],
          expiryFact(invite),
          ['Latest', invite.mailStatus && <MailStatusBadge status={invite.mailStatus} />],
        ]}
      />
      <SectionHead title="Sent" />
      <Timeline items={inviteLogs.map((log) => toTimelineItem(log, invite)).reverse()} />
    </section>
  )
}

/** Accepted and revoked invites no longer expire. */
function expiryFact({ expiresAt, expired, organizationId, orgStatus }: Invite): [term: string, value: ReactNode] {
  if (organizationId) return ['State', 'Accepted']
  if (orgStatus === 'revoked') return ['State', 'Revoked']
  if (expired)
    return [
      'Expired',
      <span key="expired" className="late">
        {formatDate(expiresAt, 'MMM D')}
      </span>,
    ]
  return ['Expires', <When key="expires" at={expiresAt} />]
}

const toTimelineItem = (log: InviteLog, { orgStatus, invitationsDetails }: Invite): TimelineItem => ({
  key: log.createdAt,
  glyph: 'envelope',
  title: log.orgAdminFullName,
  at: log.createdAt,
  by: log.sentBy && `sent by ${log.sentBy}`,
  text: (
    <>
      {breakable(log.orgEmail)}
      <br />
      {phoneText(log.orgPhoneNo)}
      {log.inviteCode && (
        <>
          <br />
          Code {log.inviteCode}
          {orgStatus === OPEN_INVITE && log.inviteCode === invitationsDetails.inviteAccessCode && ', current'}
        </>
      )}
    </>
  ),
})
