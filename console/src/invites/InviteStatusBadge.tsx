import { type InviteRow, invites, inviteTones, whyInviteIsSettled } from '@hikmah/contract/invites/endpoints'
import type { MailStatus } from '@hikmah/contract/mails'
import { useWrite } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

/** The neutral ones keep the shapes of the organization's own status. */
const glyphs: Partial<Record<InviteRow['orgStatus'], GlyphName>> = { onboarding: 'half', blocked: 'slash' }

export const InviteStatusBadge = ({ status, bare }: { status: InviteRow['orgStatus']; bare?: boolean }) => (
  <StatusBadge tone={inviteTones[status]} glyph={glyphs[status]} bare={bare}>
    <span className="capital">{status}</span>
  </StatusBadge>
)

const mailFacts: Record<MailStatus, { tone: Tone; text: string }> = {
  queued: { tone: 'pending', text: 'Email queued' },
  waiting: { tone: 'pending', text: 'Email waits' },
  sent: { tone: 'success', text: 'Email sent' },
  failed: { tone: 'failed', text: 'Email failed' },
}

export function MailStatusBadge({ status }: { status: MailStatus }) {
  const { tone, text } = mailFacts[status]
  return (
    <StatusBadge tone={tone} bare>
      {text}
    </StatusBadge>
  )
}

export const canBeRevoked = ({ organizationId, orgStatus }: InviteRow) =>
  whyInviteIsSettled({ isAccepted: organizationId !== null }) === null && orgStatus !== 'revoked'

export function useRevokeInvite() {
  const write = useWrite(invites.revokeInvite, {
    success: (_, message) => notifySuccess(message ?? 'Invite revoked'),
    error: ({ message }) => notifyFailure(message),
  })

  async function revoke({ _id, orgName, orgEmail }: InviteRow) {
    const isSure = await confirm({
      title: `Revoke the invite for ${orgName}?`,
      body: `The code that was emailed to ${orgEmail} stops working at once. The invite stays in the list as revoked.`,
      action: 'Revoke invite',
    })
    if (isSure) write.mutate({ params: { id: _id } })
  }

  return { revoke, isPending: write.isPending }
}
