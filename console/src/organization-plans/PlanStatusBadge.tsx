import { formatMoney } from '@hikmah/contract/money'
import type { PlanRow } from '@hikmah/contract/organization-plans/endpoints'
import { isActivePlan, planStatusText } from '@hikmah/contract/organization-plans/rules'
import { billingMarkLabels } from '@hikmah/contract/organizations/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { When } from '../kit/format/When.tsx'

type Plan = Pick<PlanRow, 'status' | 'next' | 'trialEnd'> & Partial<Pick<PlanRow, 'owed' | 'currency' | 'marks'>>

/** Green while it is active, red otherwise, with what is owed, when it ends where it does not renew, or its trial. */
export const PlanStatusBadge = (plan: Plan) => (
  <StatusBadge tone={isActivePlan(plan.status) ? 'success' : 'failed'} note={describeState(plan)}>
    {planStatusText(plan.status)}
  </StatusBadge>
)

function describeState({ next, trialEnd, owed, currency = '', marks = [] }: Plan) {
  const late = [
    owed?.isOverdue && `${formatMoney(owed.amount, currency)} past due`,
    marks.includes('payment-method') && billingMarkLabels['payment-method'],
  ].filter(Boolean)
  if (late.length > 0) return <span className="late">{late.join(', ')}</span>
  if (next.kind === 'ends') {
    return (
      <>
        ends <When at={next.at} />
      </>
    )
  }
  return (
    trialEnd && (
      <>
        trial until <When at={trialEnd} />
      </>
    )
  )
}
