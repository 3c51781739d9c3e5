import type { MailStatus } from '@hikmah/contract/mails'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const shown: Record<MailStatus, { tone: Tone; text: string }> = {
  queued: { tone: 'pending', text: 'E-mail queued' },
  sent: { tone: 'success', text: 'E-mail sent' },
  failed: { tone: 'failed', text: 'E-mail failed' },
}

export function MailStatusBadge({ status }: { status: MailStatus }) {
  const { tone, text } = shown[status]
  return (
    <StatusBadge tone={tone} bare>
      {text}
    </StatusBadge>
  )
}
