import type { InviteRow } from '@hikmah/contract/invites/schemas'
import { inviteTones } from '@hikmah/contract/invites/words'
import type { MailStatus } from '@hikmah/contract/mails'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

export const InviteStatusBadge = ({ status }: { status: InviteRow['orgStatus'] }) => (
  <StatusBadge tone={inviteTones[status]}>{status}</StatusBadge>
)

const mailFacts: Record<MailStatus, { tone: Tone; text: string }> = {
  queued: { tone: 'pending', text: 'E-mail queued' },
  sent: { tone: 'success', text: 'E-mail sent' },
  failed: { tone: 'failed', text: 'E-mail failed' },
}

export function MailStatusBadge({ status }: { status: MailStatus }) {
  const { tone, text } = mailFacts[status]
  return (
    <StatusBadge tone={tone} bare>
      {text}
    </StatusBadge>
  )
}
