import type { ApplicationForm, Status } from '../application-form.ts'
import { BasicInfoStep } from './BasicInfoStep.tsx'
import { FeaturesStep } from './FeaturesStep.tsx'
import { HardwareStep } from './HardwareStep.tsx'
import { PlansStep } from './PlansStep.tsx'
import { StatusStep } from './StatusStep.tsx'

interface Props {
  step: number
  form: ApplicationForm
  mayPrice: boolean
  saved?: Status
  /** Opens a plan on its page, or a new one. */
  onOpenPlan: (index?: number) => void
}

/** What one of the five steps holds; the same to add and to edit. */
export function StepContent({ step, form, mayPrice, saved, onOpenPlan }: Props) {
  const props = { form, mayPrice }
  if (step === 1) return <FeaturesStep {...props} />
  if (step === 2) return <PlansStep plans={form.values.plans} mayPrice={mayPrice} onOpen={onOpenPlan} />
  if (step === 3) return <HardwareStep {...props} />
  if (step === 4) return <StatusStep {...props} saved={saved} />
  return <BasicInfoStep {...props} />
}

/** How many there are of what a step lists. */
export function countOf(step: number, { values }: ApplicationForm): number | undefined {
  if (step === 1) return values.features.length
  if (step === 2) return values.plans.length
  return step === 3 && values.showHardware ? values.hardware.length : undefined
}
