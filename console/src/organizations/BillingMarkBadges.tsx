import { type BillingMark, billingMarkLabels } from '@hikmah/contract/organizations/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'

/** What a billing person has to look at, beside the status. */
export const BillingMarkBadges = ({ marks }: { marks: BillingMark[] }) =>
  marks.map((mark) => (
    <StatusBadge key={mark} tone={mark === 'past-due' ? 'failed' : 'warning'}>
      {billingMarkLabels[mark]}
    </StatusBadge>
  ))
