import type { PlanRow } from '@hikmah/contract/organization-plans/endpoints'
import { isActivePlan, planStatusText } from '@hikmah/contract/organization-plans/rules'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { When } from '../kit/format/When.tsx'

/** Green while it is active, red otherwise, and when it ends where it does not renew, or its trial. */
export const PlanStatusBadge = ({ status, next, trialEnd }: Pick<PlanRow, 'status' | 'next' | 'trialEnd'>) => (
  <StatusBadge
    tone={isActivePlan(status) ? 'success' : 'failed'}
    note={
      next.kind === 'ends' ? (
        <>
          ends <When at={next.at} />
        </>
      ) : (
        trialEnd && (
          <>
            trial until <When at={trialEnd} />
          </>
        )
      )
    }
  >
    {planStatusText(status)}
  </StatusBadge>
)
