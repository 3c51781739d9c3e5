import {
  applicationFields,
  FEATURES_PAGE,
  featureFields,
  MAY_NOT_PRICE,
  NO_FEATURES,
} from '@hikmah/contract/applications'
import {
  applicationStatuses,
  featureTypes,
  HardwarePrice,
  MAX_FEATURE_DESCRIPTION,
  MAX_FEATURE_TITLE,
} from '@hikmah/contract/plans'
import { useForm } from '@mantine/form'
import { ChoiceField, TextArea, TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { WHOLE_US_DOLLARS, wholeDollars } from '../kit/format/texts.ts'
import { PartDialog, PartsList } from '../kit/parts/Parts.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import { amountProblem, featureColumn, textProblem, tooLong } from '../products/product-fields.tsx'
import type { StepProps } from './application-form.ts'
import { type ApplicationValues, type Feature, parseDollars, typedPrice } from './application-form.ts'

const newFeature: Feature = { title: '', description: '', featureType: 'Free', price: 0, status: 'Available' }

interface Props {
  /** The one that is edited; none where one is added. */
  feature: Feature | undefined
  /** A plan knows a feature by its title, so no other may have it. */
  otherTitles: readonly string[]
  mayPrice: boolean
  onClose: () => void
  onSave: (feature: Feature) => void
}

/** One feature: Paid asks for a price in whole dollars, Free sets it to 0. */
function FeatureDialog({ feature, otherTitles, mayPrice, onClose, onSave }: Props) {
  const { price, ...rest } = feature ?? newFeature
  const form = useForm({
    initialValues: { ...rest, price: typedPrice(price) },
    ...validateWhenLeft,
    validate: {
      title: (title) => {
        if (otherTitles.includes(title.trim())) return 'Another feature has this title'
        return textProblem(title, MAX_FEATURE_TITLE)
      },
      description: (text) => tooLong(text, MAX_FEATURE_DESCRIPTION),
      price: (typed, { featureType }) => (featureType === 'Paid' ? amountProblem(typed, HardwarePrice) : null),
    },
  })
  const isPaid = form.values.featureType === 'Paid'
  const missing = [form.values.title.trim() === '' && 'a title', isPaid && form.values.price === '' && 'a price']

  return (
    <PartDialog
      what="feature"
      isNew={!feature}
      missing={missing}
      isDirty={form.isDirty}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ title, description, price: typed, ...values }) =>
          onSave({
            ...values,
            title: title.trim(),
            description: description.trim(),
            price: values.featureType === 'Paid' ? parseDollars(typed) : 0,
          }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <TextField
        label={featureFields.title}
        required
        data-autofocus
        max={MAX_FEATURE_TITLE}
        {...form.getInputProps('title')}
      />
      <TextArea
        label={featureFields.description}
        max={MAX_FEATURE_DESCRIPTION}
        {...form.getInputProps('description')}
      />
      <ChoiceField
        label={featureFields.featureType}
        data={[...featureTypes]}
        disabled={!mayPrice}
        description={mayPrice ? undefined : MAY_NOT_PRICE}
        {...form.getInputProps('featureType')}
        onChange={({ currentTarget }) => {
          const featureType = currentTarget.value as Feature['featureType']
          form.setValues({ featureType, ...(featureType === 'Free' && { price: '' }) })
          form.clearFieldError('price')
        }}
      />
      <TextField
        label={featureFields.price}
        required={isPaid}
        inputMode="numeric"
        leftSection="$"
        readOnly={!isPaid || !mayPrice}
        description={isPaid ? WHOLE_US_DOLLARS : 'A Free feature costs 0'}
        {...form.getInputProps('price')}
        value={isPaid ? form.values.price : '0'}
      />
      <ChoiceField
        label={featureFields.status}
        required
        data={[...applicationStatuses]}
        {...form.getInputProps('status')}
      />
    </PartDialog>
  )
}

/** Step 2: what it can do, and what of it costs something. */
export function FeaturesStep({ form, mayPrice }: StepProps) {
  const { features } = form.values
  return (
    <PartsList
      name={applicationFields.features}
      path="features"
      what="feature"
      addLabel="Add feature"
      nameOf={({ title }) => title}
      parts={features}
      perPage={FEATURES_PAGE}
      empty={{ title: NO_FEATURES, text: 'Add one feature to go on to Plans.' }}
      columns={[
        featureColumn,
        { header: featureFields.featureType, width: 96, cell: ({ featureType }) => featureType },
        { header: featureFields.price, width: 112, align: 'right', cell: ({ price }) => wholeDollars(price) },
        { header: featureFields.status, width: 148, cell: ({ status }) => <ProductStatusBadge status={status} /> },
      ]}
      whyNotRemove={({ price }) => (!mayPrice && price > 0 ? MAY_NOT_PRICE : undefined)}
      onRemove={(index) => form.setValues(withoutFeature(form.values, index, mayPrice))}
      onSave={(feature, index) => form.setValues(withFeature(form.values, index, feature, mayPrice))}
      dialog={({ part, index, ...actions }) => (
        <FeatureDialog
          feature={part}
          otherTitles={features.toSpliced(index, 1).map(({ title }) => title)}
          mayPrice={mayPrice}
          {...actions}
        />
      )}
    />
  )
}

type Features = Pick<ApplicationValues, 'features' | 'plans'>

/**
 * Puts the feature in its place, or at the end. A plan knows a feature by its title, so the plans that have it follow,
 * unless the person may not change plans.
 */
function withFeature(values: Features, at: number, feature: Feature, mayPrice: boolean): Features {
  const before = values.features[at]
  const features = before
    ? values.features.map((other, i) => (i === at ? feature : other))
    : [...values.features, feature]
  if (!before || !mayPrice) return { features, plans: values.plans }
  const { title, description } = feature
  const plans = values.plans.map((plan) => ({
    ...plan,
    features: plan.features.map((one) => (one.title === before.title ? { ...one, title, description } : one)),
  }))
  return { features, plans }
}

/** Without the feature, also in the plans. */
function withoutFeature(values: Features, at: number, mayPrice: boolean): Features {
  const gone = values.features[at]?.title
  const features = values.features.filter((_, i) => i !== at)
  if (!mayPrice) return { features, plans: values.plans }
  const plans = values.plans.map((plan) => ({
    ...plan,
    features: plan.features.filter(({ title }) => title !== gone),
  }))
  return { features, plans }
}
