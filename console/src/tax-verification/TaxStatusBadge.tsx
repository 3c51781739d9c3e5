import type { ReviewStatus } from '@hikmah/contract/common'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'

/** The single table of how a review's status looks (first seed, section 4). */
export const reviewTones = { Pending: 'pending', Approved: 'success', Rejected: 'failed' } as const

interface Props {
  kind: 'ein' | 'exemption'
  status: ReviewStatus | null
  bare?: boolean
}

export function TaxStatusBadge({ kind, status, bare }: Props) {
  if (status) {
    return (
      <StatusBadge tone={reviewTones[status]} bare={bare}>
        {status}
      </StatusBadge>
    )
  }
  return (
    <StatusBadge tone={kind === 'ein' ? 'warning' : 'pending'} bare={bare}>
      {kind === 'ein' ? 'Submission Required' : 'Not yet submitted'}
    </StatusBadge>
  )
}
