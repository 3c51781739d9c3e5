import '@mantine/core/styles/Radio.layer.css'
import { formatMoney } from '@hikmah/contract/money'
import {
  MAX_PLAN_QUANTITY,
  organizationPlans,
  PLAN_CHANGE_PLANNED,
  PLAN_CHANGED,
  type PlanChangePreview,
  type PlanDetails,
} from '@hikmah/contract/organization-plans/endpoints'
import {
  CHOOSE_ANOTHER_PLAN,
  describeChange,
  describeDropped,
  describeLaterChange,
  isSamePlan,
  planName,
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
import { Button, NativeSelect, Radio } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useWrite } from '../kit/api/data.ts'
import { Term } from '../kit/display/Facts.tsx'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { Dialog, DialogActions, notifySuccess } from '../kit/feedback/messages.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { parseQuantity } from '../kit/form/typed-numbers.ts'
import { formatDate } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import '../kit/parts/plain.css'
import classes from './plans.module.css'

const TYPING_MS = 300

type When = 'now' | 'later'

const day = (at: string) => formatDate(at, 'll')

/**
 * Shows what the payment provider would charge for another plan, cycle or quantity, at once and at the end of the
 * period, then makes the change at that price or plans it.
 */
export function ChangePlan({ plan, onClose }: { plan: PlanDetails; onClose: () => void }) {
  const client = useQueryClient()
  // The plan as it was when this opened, or as shown by a conflict.
  const [seen, setSeen] = useState(plan)
  const { planSubscriptionId: id, _id: itemId, choices } = seen
  const [priceId, setPriceId] = useState(seen.priceId)
  const [typed, setTyped] = useState(String(seen.quantity))
  const [chosen, setChosen] = useState<When>('now')
  const [settled] = useDebouncedValue(`${priceId} ${typed}`, TYPING_MS)
  const problem = quantityProblem(typed)
  const isSame = isSamePlan({ priceId, quantity: parseQuantity(typed) }, seen)
  const isPlanned = seen.planned !== null && isSamePlan({ priceId, quantity: parseQuantity(typed) }, seen.planned)
  const missing = problem ? 'Correct the quantity' : isSame ? CHOOSE_ANOTHER_PLAN : undefined
  const isSettled = settled === `${priceId} ${typed}`
  const query = { itemId, priceId, quantity: parseQuantity(typed) }
  const outcome = (done: string) => ({
    success: (_: unknown, message: string | undefined) => {
      notifySuccess(message ?? done, organizationName(plan.orgName))
      onClose()
    },
    error: ({ code, current }: { code?: string | undefined; current?: PlanDetails | undefined }) => {
      if (code !== 'CONFLICT' || !current) return
      setSeen(current)
      setPriceId(current.priceId)
      setTyped(String(current.quantity))
      void client.invalidateQueries()
    },
  })
  const changeNow = useWrite(organizationPlans.changePlan, outcome(PLAN_CHANGED))
  const changeLater = useWrite(organizationPlans.changePlanLater, outcome(PLAN_CHANGE_PLANNED))
  // What was changed has no price any more.
  const isOpen = [changeNow, changeLater].every(({ isPending, isSuccess }) => !isPending && !isSuccess)
  const preview = useQuery({
    ...read(organizationPlans.previewPlanChange, { params: { id }, query }),
    enabled: !problem && !isSame && isSettled && isOpen,
    // The price shown is the price paid: it changes only with the input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const shown = isSettled && !isSame && !problem ? preview.data?.data : undefined
  const when = shown?.later ? chosen : 'now'
  const save = when === 'now' ? changeNow : changeLater
  const unready = missing ?? (!shown && WAITING_FOR_PRICE)

  function change() {
    if (!shown) return
    const asSeen = { ...query, seen: { priceId: seen.priceId, quantity: seen.quantity } }
    const params = { id }
    if (when === 'later' && shown.later) changeLater.mutate({ params, body: { ...asSeen, at: shown.later.at } })
    else changeNow.mutate({ params, body: { ...asSeen, prorationDate: shown.prorationDate } })
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
      <Cost
        preview={shown}
        when={when}
        missing={missing}
        error={problem ? null : preview.error}
        onRetry={preview.refetch}
      />
      {shown && <WhenChoice preview={shown} planned={seen.planned} when={when} onChange={setChosen} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Keep plan
        </Button>
        <GuardedButton
          loading={save.isPending}
          reason={unready || (when === 'later' && isPlanned && ALREADY_PLANNED)}
          onClick={change}
        >
          {when === 'now' ? 'Change plan' : 'Change at the end of the period'}
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}

const ALREADY_PLANNED = 'This is planned already'

interface WhenProps {
  preview: PlanChangePreview
  planned: PlanDetails['planned']
  when: When
  onChange: (when: When) => void
}

/** What each way charges now, what comes next, and what becomes of a change that is planned. */
function WhenChoice({ preview, planned, when, onChange }: WhenProps) {
  const { later, whyNotLater, currency } = preview
  return (
    <Radio.Group label="When" value={when} onChange={(to) => onChange(to as When)} mt={16}>
      <div className={classes.when}>
        <Radio
          value="now"
          label={
            <>
              Now <small>{describeChange(preview, day) + describeDropped(planned, day)}</small>
            </>
          }
        />
        <Radio
          value="later"
          disabled={!later}
          label={
            <>
              {later ? `At the end of the period, ${day(later.at)}` : 'At the end of the period'}{' '}
              <small>
                {later ? describeLaterChange(currency, later, day) + describeDropped(planned, day, true) : whyNotLater}
              </small>
            </>
          }
        />
      </div>
    </Radio.Group>
  )
}

function quantityProblem(typed: string): string | undefined {
  const quantity = parseQuantity(typed)
  const isGood = quantity >= 1 && quantity <= MAX_PLAN_QUANTITY
  return isGood ? undefined : `A whole number from 1 to ${MAX_PLAN_QUANTITY}`
}

interface CostProps {
  preview: PlanChangePreview | undefined
  when: When
  missing: string | undefined
  error: Error | null
  onRetry: () => unknown
}

function Cost({ preview, when, missing, error, onRetry }: CostProps) {
  if (preview) return <Preview preview={when === 'now' ? preview : { ...preview, ...NOTHING_NOW }} />
  if (!missing && error) return <LoadFailure what="The price" error={error} onRetry={onRetry} />
  return (
    <p className={classes.hint} role="status">
      {missing ? `${missing} to see what it costs.` : 'Getting the price from the payment provider…'}
    </p>
  )
}

const NOTHING_NOW = { lines: [], subtotal: 0, discount: 0, tax: 0, total: 0, amountDue: 0, isInvoiceSent: false }

/** The lines and the parts below them add up to the charge; a part that is zero is left out. */
function Preview({ preview }: { preview: PlanChangePreview }) {
  const { lines, subtotal, discount, tax, total, amountDue, isInvoiceSent, currency } = preview
  const money = (amount: number) => formatMoney(amount, currency)
  return (
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
  )
}
