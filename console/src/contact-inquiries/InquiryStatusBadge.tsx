import { type InquiryStatus, inquiryStatuses as statuses } from '@hikmah/contract/contact-inquiries'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<InquiryStatus, Tone> = {
  New: 'invite',
  'In-progress': 'warning',
  Closed: 'discontinued',
  Done: 'success',
}

export const toneOfStatus = (status: string): Tone => tones[status as InquiryStatus] ?? 'pending'
export const inquiryStatuses = statuses.map((value) => ({ value, label: value, tone: tones[value] }))

export const InquiryStatusBadge = ({ status }: { status: InquiryStatus }) => (
  <StatusBadge tone={tones[status]}>{status}</StatusBadge>
)
