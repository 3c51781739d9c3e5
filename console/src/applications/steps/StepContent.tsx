import {
  applicationFields,
  applicationNames,
  LOGO_TOO_LARGE,
  MAX_DISPLAY_NAME,
  MAY_NOT_PRICE,
  MAY_NOT_SELL,
} from '@hikmah/contract/applications'
import {
  applicationStatuses,
  changesAvailability,
  MAX_LONG_DESCRIPTION,
  MAX_SHORT_DESCRIPTION,
} from '@hikmah/contract/plans'
import { Radio } from '@mantine/core'
import { PROVIDER_PRODUCT_ID_HINT, productStatusMeanings } from '../../plans/PriceIdField.tsx'
import type { ApplicationForm, Status } from '../application-form.ts'
import { FeaturesStep } from './FeaturesStep.tsx'
import { HardwareStep } from './HardwareStep.tsx'
import { PlansStep } from './PlansStep.tsx'
import classes from './steps.module.css'
import '@mantine/core/styles/Radio.layer.css'
import { ChoiceField } from '../../kit/field/ChoiceField.tsx'
import { TextArea, TextField } from '../../kit/field/TextField.tsx'
import { MediaField } from '../../media/MediaField.tsx'

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

interface StatusStepProps {
  form: ApplicationForm
  mayPrice: boolean
  /** As saved; none for a new one. */
  saved?: Status
}

/** Step 5: whether organizations can have it. */
function StatusStep({ form, mayPrice, saved }: StatusStepProps) {
  return (
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
            description={productStatusMeanings[status]}
            disabled={!mayPrice && changesAvailability(saved, status)}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

/** Step 1: what the application is called and looks like. */
function BasicInfoStep({ form, mayPrice }: { form: ApplicationForm; mayPrice: boolean }) {
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
        autoComplete="off"
        {...form.getInputProps('displayName')}
      />
      <TextField
        label={applicationFields.stripeProductId}
        autoComplete="off"
        spellCheck={false}
        readOnly={!mayPrice}
        description={mayPrice ? PROVIDER_PRODUCT_ID_HINT : MAY_NOT_PRICE}
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
