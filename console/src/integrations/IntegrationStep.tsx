import { BasicInfo } from './BasicInfo.tsx'
import { Features } from './Features.tsx'
import type { StepProps } from './integration-words.ts'
import { Pricing } from './Pricing.tsx'
import { StatusStep } from './StatusStep.tsx'

const steps = [BasicInfo, Features, Pricing, StatusStep]

/** The content of one of the four steps. */
export function IntegrationStep({ step, ...props }: StepProps & { step: number }) {
  const Step = steps[step] ?? BasicInfo
  return <Step {...props} />
}
