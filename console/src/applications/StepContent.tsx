import {
  applicationFields,
  applicationNames,
  applicationSteps,
  FEATURE_MISSING,
  HARDWARE_ITEM_MISSING,
  LOGO_TOO_LARGE,
  MAX_DISPLAY_NAME,
  MAY_NOT_PRICE,
  MAY_NOT_SELL,
  PLAN_MISSING,
} from '@hikmah/contract/applications'
import {
  applicationStatuses,
  changesAvailability,
  MAX_LONG_DESCRIPTION,
  MAX_SHORT_DESCRIPTION,
  planProblem,
} from '@hikmah/contract/plans'
import { Radio } from '@mantine/core'
import {
  type ApplicationForm,
  type ApplicationValues,
  basicRules,
  formErrors,
  NO_FEATURES_YET,
  newApplication,
  type Status,
  type StepProps,
  warnOfUnpriced,
} from './application-form.ts'
import classes from './applications.module.css'
import { FeaturesStep, HardwareStep } from './PartSteps.tsx'
import { PlansStep } from './PlansStep.tsx'
import '@mantine/core/styles/Radio.layer.css'
import { ChoiceField, TextArea, TextField } from '../kit/field/TextField.tsx'
import { joinByAnd, plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { MediaField } from '../media/MediaField.tsx'
import { ProviderProductField, statusMeanings } from '../products/product-fields.tsx'
import type { Problem, ProductForm } from '../products/product-wizard.tsx'

interface Props {
  step: number
  form: ApplicationForm
  mayPrice: boolean
  /** Undefined for a new one. */
  savedStatus?: Status
  onOpenPlan: (index?: number) => void
}

export function StepContent({ step, form, mayPrice, savedStatus, onOpenPlan }: Props) {
  const props = { form, mayPrice }
  if (step === 1) return <FeaturesStep {...props} />
  if (step === 2) return <PlansStep plans={form.values.plans} mayPrice={mayPrice} onOpen={onOpenPlan} />
  if (step === 3) return <HardwareStep {...props} />
  if (step === 4) return <StatusStep {...props} savedStatus={savedStatus} />
  return <BasicInfoStep {...props} />
}

/** Step 5: whether organizations can have it. */
function StatusStep({ form, mayPrice, savedStatus }: Omit<Props, 'step' | 'onOpenPlan'>) {
  const warning = warnOfUnpriced(form.values)
  const choice = (
    <Radio.Group
      label={applicationFields.status}
      required
      data-path="status"
      description={mayPrice ? undefined : MAY_NOT_SELL}
      value={form.values.status}
      onChange={(status) => form.setFieldValue('status', status as Status)}
      error={form.errors.status}
    >
      <div className={classes.statuses}>
        {applicationStatuses.map((status) => (
          <Radio
            key={status}
            value={status}
            label={status}
            description={statusMeanings[status]}
            disabled={!mayPrice && changesAvailability(savedStatus, status)}
          />
        ))}
      </div>
    </Radio.Group>
  )
  if (!warning) return choice
  return (
    <>
      <p className={classes.warning} role="status">
        <Icon name="alert" size={14} />
        {warning}
      </p>
      {choice}
    </>
  )
}

/** Step 1: what the application is called and looks like. */
function BasicInfoStep({ form, mayPrice }: StepProps) {
  const image = (field: 'image' | 'icon') => ({
    label: applicationFields[field],
    value: form.values[field],
    onChange: (value: typeof form.values.image) => form.setFieldValue(field, value),
    error: form.errors[field],
  })
  return (
    <div className={classes.fields}>
      <ChoiceField
        label={applicationFields.name}
        required
        data={[{ value: '', label: 'Choose', disabled: form.values.name !== '' }, ...applicationNames]}
        {...form.getInputProps('name')}
      />
      <TextField
        label={applicationFields.displayName}
        required
        max={MAX_DISPLAY_NAME}
        {...form.getInputProps('displayName')}
      />
      <ProviderProductField
        label={applicationFields.stripeProductId}
        guarded={!mayPrice && MAY_NOT_PRICE}
        {...form.getInputProps('stripeProductId')}
      />
      <TextField
        label={applicationFields.shortDescription}
        required
        max={MAX_SHORT_DESCRIPTION}
        counted="CHAR"
        {...form.getInputProps('shortDescription')}
      />
      <TextArea
        label={applicationFields.longDescription}
        required
        max={MAX_LONG_DESCRIPTION}
        minRows={4}
        {...form.getInputProps('longDescription')}
      />
      <div data-path="image">
        <MediaField kind="logo" required tooLarge={LOGO_TOO_LARGE} {...image('image')} />
      </div>
      <div data-path="icon">
        <MediaField kind="icon" required {...image('icon')} />
      </div>
    </div>
  )
}

function basicProblem(values: ApplicationValues): Problem | undefined {
  const missing = (
    [
      ['name', 'an application', values.name],
      ['displayName', 'a product name', values.displayName],
      ['shortDescription', 'a short description', values.shortDescription],
      ['longDescription', 'a long description', values.longDescription],
      ['image', 'a logo', values.image.url],
      ['icon', 'an icon', values.icon.url],
    ] as const
  ).filter(([, , value]) => value.trim() === '')
  const [first] = missing
  if (first) return { reason: `Needs ${joinByAnd(missing.map(([, what]) => what))}`, path: first[0] }
  for (const [path, rule] of Object.entries(basicRules)) {
    const wrong = rule(values[path as keyof typeof basicRules])
    if (wrong) return { reason: `Check the fields above: ${wrong}`, path }
  }
}

const problems: ((values: ApplicationValues) => Problem | undefined)[] = [
  basicProblem,
  ({ features }) => (features.length === 0 ? { reason: FEATURE_MISSING, path: 'features' } : undefined),
  ({ plans }) => (plans.length === 0 ? { reason: PLAN_MISSING, path: 'plans' } : undefined),
  ({ showHardware, hardware }) =>
    showHardware && hardware.length === 0 ? { reason: HARDWARE_ITEM_MISSING, path: 'hardware' } : undefined,
  ({ status }) => (status === '' ? { reason: 'Choose a status', path: 'status' } : undefined),
]

const laterSteps: Record<string, number> = { features: 1, plans: 2, hardware: 3, showHardware: 3, status: 4 }

const findStep = (field: string) => laterSteps[field] ?? 0

const stepsWithFields = [0, applicationSteps.length - 1]

const facts: ((values: ApplicationValues) => string)[] = [
  ({ displayName }) => displayName.trim() || 'Not complete',
  ({ features }) => {
    const paid = features.filter(({ featureType }) => featureType === 'Paid').length
    if (features.length === 0) return NO_FEATURES_YET
    return `${plural(features.length, 'feature')}${paid > 0 ? `, ${paid} Paid` : ''}`
  },
  ({ plans }) => {
    const unpriced = plans.filter(planProblem).length
    return `${plural(plans.length, 'plan')}${unpriced > 0 ? `, ${unpriced} not ready to sell` : ''}`
  },
  ({ showHardware, hardware }) => (showHardware ? plural(hardware.length, 'item') : 'Off'),
  ({ status }) => status || 'Not chosen',
]

export const applicationForm: ProductForm<ApplicationValues> = {
  kind: 'application',
  empty: newApplication,
  validate: basicRules,
  steps: applicationSteps,
  labels: applicationFields,
  findStep,
  isShown: (field) => field in applicationFields && stepsWithFields.includes(findStep(field)),
  stepProblem: (step, values) => problems[step]?.(values),
  describeSteps: (values, furthest) =>
    applicationSteps.map((name, i) => ({
      name,
      fact: i > furthest ? 'Not started' : (facts[i]?.(values) ?? ''),
      isDone: problems[i]?.(values) === undefined,
    })),
  countParts: (step, { features, plans, showHardware, hardware }) =>
    [undefined, features.length, plans.length, showHardware ? hardware.length : undefined][step],
  formErrors,
}
