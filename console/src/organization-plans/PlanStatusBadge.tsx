import { formatMoney } from '@hikmah/contract/money'
import type { PlanRow } from '@hikmah/contract/organization-plans/endpoints'
import { isActivePlan, planStatusText } from '@hikmah/contract/organization-plans/rules'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { When } from '../kit/format/When.tsx'

type Shown = Pick<PlanRow, 'status' | 'next' | 'trialEnd'> & Partial<Pick<PlanRow, 'owed' | 'currency'>>

/** Green while it is active, red otherwise, and when it ends where it does not renew, or its trial. */
export const PlanStatusBadge = ({ status, next, trialEnd, owed, currency = '' }: Shown) => (
  <StatusBadge
    tone={isActivePlan(status) ? 'success' : 'failed'}
    note={
      owed ? (
        <span className="late">{formatMoney(owed.amount, currency)} past due</span>
      ) : next.kind === 'ends' ? (
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
