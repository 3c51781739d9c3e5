import { isActivePlan, planStatusText } from '@hikmah/contract/organization-plans/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'

/** Green while it is active, red otherwise. */
export const PlanStatusBadge = ({ status }: { status: string }) => (
  <StatusBadge tone={isActivePlan(status) ? 'success' : 'failed'}>{planStatusText(status)}</StatusBadge>
)
