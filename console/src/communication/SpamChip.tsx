import { StatusBadge } from '../kit/display/StatusBadge.tsx'

export const SpamChip = ({ bare }: { bare?: boolean }) => (
  <StatusBadge tone="failed" bare={bare}>
    Possible spam
  </StatusBadge>
)
