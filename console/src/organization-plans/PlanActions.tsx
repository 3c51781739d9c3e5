import {
  organizationPlans,
  PLAN_CANCELLED,
  PLAN_KEPT,
  PLAN_RESUMED,
  type PlanDetails,
} from '@hikmah/contract/organization-plans/endpoints'
import {
  describeDropped,
  planName,
  whyPlanCannotBeCanceled,
  whyPlanCannotBeChanged,
  whyPlanCannotBeResumed,
} from '@hikmah/contract/organization-plans/rules'
import { useState } from 'react'
import { useMay, useWrite } from '../kit/api/data.ts'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { formatDate } from '../kit/format/texts.ts'
import { useProviderAway } from '../sitemap/StaleMark.tsx'
import { ChangePlan } from './ChangePlan.tsx'

const MAY_NOT_CHANGE_PLANS = 'Only owners and admins can change plans'

export function PlanActions({ plan }: { plan: PlanDetails }) {
  const mayManage = useMay('billing.manage')
  const [isChanging, setChanging] = useState(false)
  const { planSubscriptionId: id, next, together, wouldEndAt, planned } = plan
  const standing = { status: plan.status, isEnding: next.kind === 'ends' }
  const away = useProviderAway()
  const reason = (why: string | null) => (mayManage ? (why ?? away) : MAY_NOT_CHANGE_PLANS)
  const name = planName(plan)
  const error = ({ message }: { message: string }) => notifyFailure(message)
  const cancel = useWrite(organizationPlans.cancelPlan, {
    success: (_, message) => notifySuccess(message ?? PLAN_CANCELLED, name),
    error,
  })
  const resume = useWrite(organizationPlans.resumePlan, {
    success: (_, message) => notifySuccess(message ?? PLAN_RESUMED, name),
    error,
  })
  const keep = useWrite(organizationPlans.keepPlan, {
    success: (_, message) => notifySuccess(message ?? PLAN_KEPT, name),
    error,
  })

  async function askAndCancel() {
    const until = wouldEndAt ? formatDate(wouldEndAt, 'll') : 'the end of its period'
    const others = together.length > 0 ? ` The same subscription has ${together.join(', ')}, which will end too.` : ''
    const isSure = await confirm({
      title: `Cancel ${name}?`,
      body: `It runs until ${until} and does not renew.${others} Until then it can be resumed.${describeDropped(planned, (at) => formatDate(at, 'll'))}`,
      action: 'Cancel plan',
      cancel: 'Keep plan',
    })
    if (isSure) cancel.mutate({ params: { id } })
  }

  return (
    <>
      {planned && (
        <GuardedButton
          variant="default"
          reason={reason(null)}
          loading={keep.isPending}
          onClick={() => keep.mutate({ params: { id } })}
        >
          Keep the current plan
        </GuardedButton>
      )}
      {standing.isEnding ? (
        <GuardedButton
          variant="default"
          reason={reason(whyPlanCannotBeResumed(standing))}
          loading={resume.isPending}
          onClick={() => resume.mutate({ params: { id } })}
        >
          Resume plan
        </GuardedButton>
      ) : (
        <GuardedButton
          variant="danger-outline"
          reason={reason(whyPlanCannotBeCanceled(standing))}
          loading={cancel.isPending}
          onClick={() => void askAndCancel()}
        >
          Cancel plan
        </GuardedButton>
      )}
      <GuardedButton reason={reason(whyPlanCannotBeChanged(standing))} onClick={() => setChanging(true)}>
        Change plan
      </GuardedButton>
      {isChanging && <ChangePlan plan={plan} onClose={() => setChanging(false)} />}
    </>
  )
}
