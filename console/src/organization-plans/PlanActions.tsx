import { formatMoney } from '@hikmah/contract/money'
import {
  type ChangePreview,
  MAX_PLAN_QUANTITY,
  organizationPlans,
  PLAN_CANCELLED,
  PLAN_CHANGED,
  PLAN_RESUMED,
  type PlanDetails,
} from '@hikmah/contract/organization-plans/endpoints'
import {
  CHOOSE_ANOTHER_PLAN,
  describeRenewal,
  isSamePlan,
  planName,
  whyPlanCannotBeCanceled,
  whyPlanCannotBeChanged,
  whyPlanCannotBeResumed,
} from '@hikmah/contract/organization-plans/rules'
import { organizationName } from '@hikmah/contract/organizations/words'
import {
  CREDIT_FOR_NEXT,
  chargedNowText,
  FROM_CREDIT,
  frequencyText,
  priceText,
  WAITING_FOR_PRICE,
} from '@hikmah/contract/payments'
import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { Term } from '../kit/display/Facts.tsx'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { confirm, Dialog, DialogActions, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { formatDate } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { useProviderAway } from '../sitemap/StaleMark.tsx'
import '../kit/parts/plain.css'
import classes from './plans.module.css'

const MAY_NOT_CHANGE_PLANS = 'Only owners and admins can change plans'

export function PlanActions({ plan }: { plan: PlanDetails }) {
  const mayManage = useMay('billing.manage')
  const [isChanging, setChanging] = useState(false)
  const { planSubscriptionId: id, next, together, wouldEndAt } = plan
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

const TYPING_MS = 300

/** Shows what the payment provider would charge for another plan, cycle or quantity, then makes the change at that price. */
function ChangePlan({ plan, onClose }: { plan: PlanDetails; onClose: () => void }) {
  const client = useQueryClient()
  // The plan as it was when this opened, or as shown by a conflict.
  const [seen, setSeen] = useState(plan)
  const { planSubscriptionId: id, _id: itemId, choices } = seen
  const [priceId, setPriceId] = useState(seen.priceId)
  const [typed, setTyped] = useState(String(seen.quantity))
  const [settled] = useDebouncedValue(`${priceId} ${typed}`, TYPING_MS)
  const problem = quantityProblem(typed)
  const isSame = isSamePlan({ priceId, quantity: Number(typed) }, seen)
  const missing = problem ? 'Correct the quantity' : isSame ? CHOOSE_ANOTHER_PLAN : undefined
  const isSettled = settled === `${priceId} ${typed}`
  const query = { itemId, priceId, quantity: Number(typed) }
  const preview = useQuery({
    ...read(organizationPlans.previewPlanChange, { params: { id }, query }),
    enabled: !problem && !isSame && isSettled,
    // The price shown is the price paid: it changes only with the input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const shown = isSettled && !isSame && !problem ? preview.data?.data : undefined
  const save = useWrite(organizationPlans.changePlan, {
    success: (_, message) => {
      notifySuccess(message ?? PLAN_CHANGED, organizationName(plan.orgName))
      onClose()
    },
    error: ({ code, current }) => {
      if (code !== 'CONFLICT' || !current) return
      setSeen(current)
      setPriceId(current.priceId)
      setTyped(String(current.quantity))
      void client.invalidateQueries()
    },
  })

  function change() {
    if (!shown) return
    const { prorationDate } = shown
    const { priceId: before, quantity } = seen
    save.mutate({ params: { id }, body: { ...query, prorationDate, seen: { priceId: before, quantity } } })
  }

  return (
    <Dialog title={`Change ${planName(plan)}`} size="lg" onClose={onClose}>
      <FormAlert error={save.error} />
      <div className={classes.fields}>
        <NativeSelect
          label="Plan"
          data={choices.map((choice) => ({
            value: choice.priceId,
            label: `${choice.planName}, ${frequencyText(choice.frequency)}, ${priceText(choice)}`,
          }))}
          value={priceId}
          onChange={({ currentTarget }) => setPriceId(currentTarget.value)}
          rightSection={<Icon name="down" size={12} />}
          data-autofocus
        />
        <TextField
          label="Quantity"
          inputMode="numeric"
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <Cost preview={shown} missing={missing} error={problem ? null : preview.error} onRetry={preview.refetch} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Keep plan
        </Button>
        <GuardedButton loading={save.isPending} reason={!shown && (missing ?? WAITING_FOR_PRICE)} onClick={change}>
          Change plan
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}

function quantityProblem(typed: string): string | undefined {
  const quantity = Number(typed)
  const isGood = /^\d+$/.test(typed.trim()) && quantity >= 1 && quantity <= MAX_PLAN_QUANTITY
  return isGood ? undefined : `A whole number from 1 to ${MAX_PLAN_QUANTITY}`
}

interface CostProps {
  preview: ChangePreview | undefined
  missing: string | undefined
  error: Error | null
  onRetry: () => unknown
}

function Cost({ preview, missing, error, onRetry }: CostProps) {
  if (preview) return <Preview preview={preview} />
  if (!missing && error) return <LoadFailure what="The price" error={error} onRetry={onRetry} />
  return (
    <p className={classes.hint} role="status">
      {missing ? `${missing} to see what it costs.` : 'Getting the price from the payment provider…'}
    </p>
  )
}

/** The lines and the parts below them add up to the charge; a part that is zero is left out. */
function Preview({ preview }: { preview: ChangePreview }) {
  const { lines, subtotal, discount, tax, total, amountDue, isInvoiceSent, currency } = preview
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <dl className={`amounts ${classes.preview}`} aria-label="The price">
        {lines.map(({ description, amount }) => (
          <Term key={`${description} ${amount}`} name={description} value={money(amount)} />
        ))}
        {(discount !== 0 || tax !== 0) && <Term name="Subtotal" value={money(subtotal)} />}
        {discount !== 0 && <Term name="Discount" value={money(-discount)} />}
        {tax !== 0 && <Term name="Tax" value={money(tax)} />}
        {amountDue < total && <Term name={FROM_CREDIT} value={money(amountDue - total)} />}
        <Term name={chargedNowText(isInvoiceSent)} value={money(amountDue)} isTotal />
        {total < 0 && <Term name={CREDIT_FOR_NEXT} value={money(-total)} />}
      </dl>
      <p className={classes.hint}>{describeRenewal(preview, (at) => formatDate(at, 'll'))}</p>
    </>
  )
}
