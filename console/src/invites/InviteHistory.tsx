import type { Invite, InviteLog } from '@hikmah/contract/invites/schemas'
import type { ReactNode } from 'react'
import { Facts } from '../kit/display/Facts.tsx'
import { Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { phoneText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { MailStatusBadge } from './MailStatusBadge.tsx'
import classes from './ResendInvite.module.css'

/** How the invite stands, and every time it was sent, newest first. */
export function InviteHistory({ invite }: { invite: Invite }) {
  const { inviteLogs } = invite.invitationsDetails
  return (
    <section className={classes.history}>
      <SectionHead title="Delivery" />
      <Facts
        columns={1}
        facts={[
          ['First sent', <When key="sent" at={invite.createdAt} age />],
          expiryOf(invite),
          ['Latest e-mail', invite.mailStatus && <MailStatusBadge status={invite.mailStatus} />],
        ]}
      />
      <SectionHead title="Earlier invites" />
      <Timeline items={inviteLogs.map(itemOf).reverse()} />
    </section>
  )
}

/** What has been accepted or revoked does not expire any more. */
function expiryOf({ expiresAt, expired, organizationId, orgStatus }: Invite): [term: string, value: ReactNode] {
  if (organizationId) return ['State', 'Accepted']
  if (orgStatus === 'revoked') return ['State', 'Revoked']
  if (expired)
    return [
      'Expired',
      <span key="expired" className={classes.expired}>
        {formatDate(expiresAt, 'MMM D')}
      </span>,
    ]
  return ['Expires', <When key="expires" at={expiresAt} />]
}

const itemOf = (log: InviteLog): TimelineItem => ({
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
        </>
      )}
    </>
  ),
})
