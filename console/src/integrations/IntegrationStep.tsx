import {
  integrationFields,
  MAY_NOT_PRICE_INTEGRATION,
  MAY_NOT_SET_AVAILABLE,
  pricingTypes,
} from '@hikmah/contract/integrations'
import {
  changesAvailability,
  integrationStatuses,
  MAX_FEATURE_DESCRIPTION,
  MAX_FEATURE_TITLE,
} from '@hikmah/contract/plans'
import { featureColumn, statusMeanings, textProblem, tooLong } from '../products/product-fields.tsx'
import { BasicInfo } from './BasicInfo.tsx'
import type { FeatureValues, IntegrationValues, Status, StepProps } from './integration-form.ts'
import '@mantine/core/styles/Radio.layer.css'
import { REQUIRED } from '@hikmah/contract/words'
import { Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMay } from '../kit/api/data.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { FormSection } from '../kit/form/Form.tsx'
import { PartDialog, PartsList } from '../kit/parts/Parts.tsx'
import { PriceFields } from '../plans/PriceIdField.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import classes from './integrations.module.css'

interface Props {
  /** Undefined for one that is added. */
  feature: FeatureValues | undefined
  onSave: (feature: FeatureValues) => void
  onClose: () => void
}

const empty: Omit<FeatureValues, 'status'> & { status: Status | '' } = { title: '', description: '', status: '' }

function FeatureDialog({ feature, onSave, onClose }: Props) {
  const form = useForm({
    initialValues: { ...empty, ...feature },
    validate: {
      title: (title) => textProblem(title, MAX_FEATURE_TITLE),
      description: (description) => tooLong(description, MAX_FEATURE_DESCRIPTION),
      status: (status) => (status === '' ? REQUIRED : undefined),
    },
    ...validateWhenLeft,
  })
  const { title, description, status } = form.values
  return (
    <PartDialog
      what="feature"
      isNew={!feature}
      missing={[title.trim() === '' && 'a title', status === '' && 'a status']}
      form={form}
      onClose={onClose}
      onSave={(values) => {
        if (values.status === '') return
        onSave({ ...values, title: title.trim(), description: description.trim(), status: values.status })
      }}
    >
      <TextField label="Title" required data-autofocus max={MAX_FEATURE_TITLE} {...form.getInputProps('title')} />
      <TextField label="Description" max={MAX_FEATURE_DESCRIPTION} {...form.getInputProps('description')} />
      <ChoiceField
        label="Status"
        required
        data={[{ value: '', label: 'Choose', disabled: status !== '' }, ...integrationStatuses]}
        {...form.getInputProps('status')}
      />
    </PartDialog>
  )
}

/** Step 3: Free, or a price for the month and one for the year. */
function Pricing({ form }: StepProps) {
  const guarded = useMay('products.price') ? undefined : MAY_NOT_PRICE_INTEGRATION
  return (
    <div className={classes.fields}>
      <Radio.Group
        label="Pricing type"
        required
        data-path="pricingType"
        description={guarded}
        error={fieldError(form.errors.pricingType)}
        value={form.values.pricingType}
        onChange={(type) => {
          form.setFieldValue('pricingType', type as IntegrationValues['pricingType'])
          form.clearErrors()
        }}
      >
        <div className={classes.radios}>
          {pricingTypes.map((type) => (
            <Radio key={type} value={type} label={type} disabled={guarded !== undefined} />
          ))}
        </div>
      </Radio.Group>
      {form.values.pricingType === 'Paid' && (
        <>
          <Billing form={form} path="monthly" every="month" guarded={guarded} />
          <Billing form={form} path="annually" every="year" guarded={guarded} />
        </>
      )}
    </div>
  )
}

interface BillingProps extends StepProps {
  path: 'monthly' | 'annually'
  every: 'month' | 'year'
  guarded: string | undefined
}

function Billing({ guarded, ...props }: BillingProps) {
  const name = props.every === 'month' ? 'Monthly' : 'Annual'
  return (
    <FormSection title={`${name} billing`}>
      <PriceFields
        {...props}
        guarded={guarded}
        price={{ required: true, description: guarded ?? 'US dollars, 0 or more' }}
        noPrice=""
      />
      <TextField
        label={`${name} discount`}
        required
        inputMode="decimal"
        rightSection="%"
        readOnly={guarded !== undefined}
        description={guarded}
        {...props.form.getInputProps(`${props.path}.discountPercentage`)}
      />
    </FormSection>
  )
}

const steps = [BasicInfo, Features, Pricing, StatusStep]

export function IntegrationStep({ step, ...props }: StepProps & { step: number }) {
  const Step = steps[step] ?? BasicInfo
  return <Step {...props} />
}

/** Step 4: whether organizations see it and may add it. */
function StatusStep({ form, saved }: StepProps) {
  const mayPrice = useMay('products.price')
  const isGuarded = (status: Status) => !mayPrice && changesAvailability(saved?.status, status)
  return (
    <div className={classes.fields}>
      <Radio.Group
        label={integrationFields.status}
        required
        data-path="status"
        error={fieldError(form.errors.status)}
        value={form.values.status}
        onChange={(status) => {
          form.setFieldValue('status', status as Status)
          form.clearFieldError('status')
        }}
      >
        <div className={classes.statuses}>
          {integrationStatuses.map((status) => (
            <Radio
              key={status}
              value={status}
              label={status}
              description={isGuarded(status) ? MAY_NOT_SET_AVAILABLE : statusMeanings[status]}
              disabled={isGuarded(status)}
            />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}

/** Step 2: what it does, feature by feature. */
function Features({ form }: StepProps) {
  const { features } = form.values
  const set = (changed: FeatureValues[]) => form.setFieldValue('features', changed)
  return (
    <PartsList
      name={integrationFields.features}
      path="features"
      what="feature"
      addLabel="Add feature"
      nameOf={({ title }) => title}
      parts={features}
      perPage={10}
      empty={{ title: 'No Service found', text: 'What the integration does appears here.' }}
      columns={[
        featureColumn,
        { header: 'Status', width: 148, cell: ({ status }) => <ProductStatusBadge status={status} /> },
      ]}
      onRemove={(index) => set(features.toSpliced(index, 1))}
      onSave={(feature, index) => set(features.toSpliced(index, 1, feature))}
      dialog={({ part, index: _, ...actions }) => <FeatureDialog feature={part} {...actions} />}
    />
  )
}
