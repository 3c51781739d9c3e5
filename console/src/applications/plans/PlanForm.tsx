import { applicationStatuses, type Plan, planProblem } from '@hikmah/contract/plans'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { ChoiceField } from '../../kit/field/ChoiceField.tsx'
import { TextField } from '../../kit/field/TextField.tsx'
import { validateWhenLeft } from '../../kit/form/after-press.ts'
import { Form, FormActions } from '../../kit/form/Form.tsx'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../../kit/form/unsaved.ts'
import type { Feature } from '../application-form.ts'
import { MAY_NOT_PRICE } from '../words.ts'
import { BillingFields } from './BillingFields.tsx'
import { PlanFeatures } from './PlanFeatures.tsx'
import { featuresFor, MAX_PLAN_NAME, newPlanId, type PlanValues, planOf, planRules, valuesOfPlan } from './plan-form.ts'

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

/** The form of a plan, new or not. */
export function PlanForm({ label, action, plan, isNew, features, taken, mayPrice, unsavedAt, onSave, onDone }: Props) {
  const form = useForm<PlanValues>({
    initialValues: valuesOfPlan(plan),
    validate: planRules,
    ...validateWhenLeft,
  })
  // Until the page is left: a second press would add the plan once more, under another id.
  const isRunning = useRef(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Error>()
  useUnsavedGuard(form.isDirty, unsavedAt)
  const offered = featuresFor(plan, features)
  const written = planOf(form.values, plan.id, offered)
  const reason = mayPrice ? planProblem(written) : MAY_NOT_PRICE

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
      <TextField label="Name" required max={MAX_PLAN_NAME} autoComplete="off" {...form.getInputProps('name')} />
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
