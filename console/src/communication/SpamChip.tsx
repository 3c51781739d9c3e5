import { StatusBadge } from '../kit/display/StatusBadge.tsx'

export const SpamChip = ({ bare }: { bare?: boolean }) => (
  <StatusBadge tone="failed" bare={bare}>
    Suspected spam
  </StatusBadge>
)
