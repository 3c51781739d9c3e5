import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import {
  billedStatuses,
  PLAN_CANCELLED,
  PLAN_RESUMED,
  type PlanDetails,
} from '@hikmah/contract/organization-plans/schemas'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { useProviderAway } from '../sitemap/payment-provider.ts'
import { ChangePlan } from './ChangePlan.tsx'
import { planName } from './plan-text.ts'

const MAY_NOT_CHANGE_PLANS = 'Only owners and admins can change plans'
const ENDED = 'This plan is no longer billed'

/** Change it, cancel it at the end of its period, and take that back. */
export function PlanActions({ plan }: { plan: PlanDetails }) {
  const mayManage = useMay('billing.manage')
  const [isChanging, setChanging] = useState(false)
  const { planSubscriptionId: id, next, together, wouldEndAt } = plan
  const isBilled = billedStatuses.includes(plan.status)
  const away = useProviderAway()
  const reason = !mayManage ? MAY_NOT_CHANGE_PLANS : isBilled ? away : ENDED
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

  async function askAndCancel() {
    const until = wouldEndAt ? formatDate(wouldEndAt, 'll') : 'the end of its period'
    const others = together.length > 0 ? ` The same subscription has ${together.join(', ')}, which will end too.` : ''
    const isSure = await confirm({
      title: `Cancel ${name}?`,
      body: `It runs until ${until} and does not renew.${others} Until then it can be resumed.`,
      action: 'Cancel plan',
      cancel: 'Keep plan',
    })
    if (isSure) cancel.mutate({ params: { id } })
  }

  return (
    <>
      {next.kind === 'ends' ? (
        <SubmitButton
          type="button"
          variant="default"
          isQuiet
          reason={reason}
          loading={resume.isPending}
          onClick={() => resume.mutate({ params: { id } })}
        >
          Resume plan
        </SubmitButton>
      ) : (
        <SubmitButton
          type="button"
          variant="danger-outline"
          isQuiet
          reason={reason}
          loading={cancel.isPending}
          onClick={() => void askAndCancel()}
        >
          Cancel plan
        </SubmitButton>
      )}
      <SubmitButton type="button" isQuiet reason={reason} onClick={() => setChanging(true)}>
        Change plan
      </SubmitButton>
      {isChanging && <ChangePlan plan={plan} onClose={() => setChanging(false)} />}
    </>
  )
}
