import { featureFields, MAY_NOT_PRICE } from '@hikmah/contract/applications'
import { applicationStatuses, featureTypes, MAX_FEATURE_DESCRIPTION, MAX_FEATURE_TITLE } from '@hikmah/contract/plans'
import { isWithin, REQUIRED } from '@hikmah/contract/words'
import { useForm } from '@mantine/form'
import { ChoiceField } from '../../kit/field/ChoiceField.tsx'
import { TextArea, TextField } from '../../kit/field/TextField.tsx'
import { validateWhenLeft } from '../../kit/form/after-press.ts'
import { WHOLE_US_DOLLARS } from '../../kit/format/money.ts'
import type { Feature } from '../application-form.ts'
import { PartDialog } from './PartDialog.tsx'
import { dollarsOf, priceProblem, typedOf } from './whole-dollars.ts'

const newFeature: Feature = { title: '', description: '', featureType: 'Free', price: 0, status: 'Available' }

interface Props {
  /** The one that is edited; none where one is added. */
  feature: Feature | undefined
  /** The titles of the others: a plan knows a feature by its title. */
  taken: readonly string[]
  mayPrice: boolean
  onClose: () => void
  onSave: (feature: Feature) => void
}

/** One feature: Paid asks for a price in whole dollars, Free sets it to 0. */
export function FeatureDialog({ feature, taken, mayPrice, onClose, onSave }: Props) {
  const { price, ...rest } = feature ?? newFeature
  const form = useForm({
    initialValues: { ...rest, price: typedOf(price) },
    ...validateWhenLeft,
    validate: {
      title: (title) => {
        if (title.trim() === '') return REQUIRED
        if (taken.includes(title.trim())) return 'Another feature has this title'
        return isWithin(title.trim(), MAX_FEATURE_TITLE) ? null : `At most ${MAX_FEATURE_TITLE} characters`
      },
      description: (text) =>
        isWithin(text.trim(), MAX_FEATURE_DESCRIPTION) ? null : `At most ${MAX_FEATURE_DESCRIPTION} characters`,
      price: (typed, { featureType }) => (featureType === 'Paid' ? priceProblem(typed) : null),
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
            price: values.featureType === 'Paid' ? dollarsOf(typed) : 0,
          }),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <TextField
        label={featureFields.title}
        required
        data-autofocus
        max={MAX_FEATURE_TITLE}
        autoComplete="off"
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
        autoComplete="off"
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
