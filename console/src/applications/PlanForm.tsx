import { MAY_NOT_PRICE } from '@hikmah/contract/applications'
import {
  applicationStatuses,
  discounts,
  type Plan,
  perMonth,
  planFeatureTypes,
  planProblem,
} from '@hikmah/contract/plans'
import { Button } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { Form, FormActions, FormSection } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { withoutThousands } from '../kit/form/typed-numbers.ts'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { PriceFields } from '../plans/PriceIdField.tsx'
import type { Feature } from './application-form.ts'
import classes from './applications.module.css'
import {
  featuresFor,
  MAX_PLAN_NAME,
  newPlanId,
  type Offered,
  type PlanFeatureType,
  type PlanValues,
  planRules,
  planValues,
  toPlan,
} from './plan-form.ts'

interface Props {
  label: string
  action: string
  plan: Plan
  /** It is added: its id comes from its name. */
  isNew: boolean
  features: readonly Feature[]
  /** The ids of the other plans. */
  taken: readonly string[]
  mayPrice: boolean
  /** What is not saved yet of its application, where the page is left for that path. */
  unsavedAt: (path?: string) => string | undefined
  onSave: (plan: Plan) => Promise<unknown>
  /** Returns to the plans step. */
  onDone: () => unknown
}

export function PlanForm({ label, action, plan, isNew, features, taken, mayPrice, unsavedAt, onSave, onDone }: Props) {
  const form = useForm<PlanValues>({
    initialValues: planValues(plan),
    validate: planRules,
    ...validateWhenLeft,
  })
  // Until the page is left: a second press would add the plan once more, under another id.
  const isRunning = useRef(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Error>()
  useUnsavedGuard(form.isDirty, unsavedAt)
  const offered = featuresFor(plan, features)
  const written = toPlan(form.values, plan.id, offered)
  const isUnchanged = !isNew && !form.isDirty() && NO_CHANGES
  const reason = mayPrice ? planProblem(written) || isUnchanged : MAY_NOT_PRICE

  async function save() {
    if (isRunning.current) return
    isRunning.current = true
    setSaving(true)
    setFailure(undefined)
    try {
      await onSave(isNew ? { ...written, id: newPlanId(written.name, taken) } : written)
      form.resetDirty()
      await onDone()
    } catch (cause) {
      isRunning.current = false
      setSaving(false)
      setFailure(cause as Error)
    }
  }

  return (
    <Form
      label={label}
      onSubmit={form.onSubmit(save, (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus())}
    >
      <TextField label="Name" required max={MAX_PLAN_NAME} {...form.getInputProps('name')} />
      <ChoiceField label="Status" required data={[...applicationStatuses]} {...form.getInputProps('status')} />
      <BillingFields form={form} period="monthly" />
      <BillingFields form={form} period="annual" />
      <PlanFeatures
        features={offered}
        value={form.values.features}
        onChange={(value) => form.setFieldValue('features', value)}
      />
      <FormActions failure={failure}>
        <SubmitButton loading={isSaving} reason={reason}>
          {action}
        </SubmitButton>
        <Button variant="default" onClick={() => onDone()}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}

interface PlanFeaturesProps {
  features: readonly Offered[]
  value: PlanValues['features']
  onChange: (value: PlanValues['features']) => void
}

function PlanFeatures({ features, value, onChange }: PlanFeaturesProps) {
  function choose(title: string, type: string) {
    const { [title]: _, ...others } = value
    onChange(type === '' ? others : { ...others, [title]: type as PlanFeatureType })
  }
  return (
    <FormSection title="Features">
      {features.length === 0 && <p>No features yet. Add them in step 2.</p>}
      <ul className={classes.features}>
        {features.map(({ title, isGone }) => (
          <li key={title}>
            <span>
              {title}
              {isGone && <small>No longer a feature of the application</small>}
            </span>
            <ChoiceField
              aria-label={title}
              data={[{ value: '', label: 'Not in it' }, ...planFeatureTypes]}
              value={value[title] ?? ''}
              onChange={({ currentTarget }) => choose(title, currentTarget.value)}
            />
          </li>
        ))}
      </ul>
    </FormSection>
  )
}

interface BillingFieldsProps {
  form: UseFormReturnType<PlanValues>
  period: 'monthly' | 'annual'
}

function BillingFields({ form, period }: BillingFieldsProps) {
  const name = period === 'monthly' ? 'Monthly' : 'Annual'
  const price = Number(withoutThousands(form.values[period].price)) || 0
  return (
    <FormSection title={`${name} billing`}>
      <div className={classes.pair}>
        <PriceFields
          every={period === 'monthly' ? 'month' : 'year'}
          form={form}
          path={period}
          price={{ description: period === 'monthly' ? 'a month' : `$${perMonth(price)} per month` }}
          noPrice="0"
        />
      </div>
      <ChoiceField
        label={`${name} discount`}
        data={discounts.map((discount) => ({
          value: String(discount),
          label: discount === 0 ? 'None' : `${discount}%`,
        }))}
        {...form.getInputProps(`${period}.discountPercentage`)}
      />
    </FormSection>
  )
}
