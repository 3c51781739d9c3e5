import type { Invite } from '@hikmah/contract/invites/schemas'
import { Facts } from '../kit/display/Facts.tsx'
import { phoneText } from '../kit/format/texts.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { MAY_NOT_INVITE } from './InviteOrganizationLink.tsx'
import classes from './ResendInvite.module.css'

/** An invite that cannot be sent again: it was accepted, or the reader may not. */
export function InviteDetails({ invite }: { invite: Invite }) {
  return (
    <>
      <SectionHead title="Invite" />
      <Facts
        columns={1}
        facts={[
          ['Admin Full Name', invite.orgAdmin],
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
