import {
  applicationFields,
  FEATURES_PAGE,
  featureFields,
  HARDWARE_PAGE,
  hardwareFields,
  hardwareNames,
  MAY_NOT_PRICE,
  NO_FEATURES,
  NO_HARDWARE,
  shippings,
} from '@hikmah/contract/applications'
import {
  applicationStatuses,
  billingPeriods,
  featureTypes,
  HardwarePrice,
  MAX_FEATURE_DESCRIPTION,
  MAX_FEATURE_TITLE,
  SetupCost,
} from '@hikmah/contract/plans'
import { useForm } from '@mantine/form'
import { Switch } from '../kit/field/Switch.tsx'
import { ChoiceField, TextArea, TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { WHOLE_US_DOLLARS } from '../kit/form/typed-numbers.ts'
import { wholeDollars } from '../kit/format/texts.ts'
import { PartDialog, PartsList } from '../kit/parts/Parts.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import { amountProblem, featureColumn, textProblem, tooLong } from '../products/product-fields.tsx'
import {
  type ApplicationValues,
  type Feature,
  type HardwareItem,
  parseDollars,
  type StepProps,
  typedPrice,
} from './application-form.ts'
import classes from './applications.module.css'

const newFeature: Feature = { title: '', description: '', featureType: 'Free', price: 0, status: 'Available' }

interface FeatureDialogProps {
  /** The one that is edited; none where one is added. */
  feature: Feature | undefined
  /** A plan knows a feature by its title, so no other may have it. */
  otherTitles: readonly string[]
  mayPrice: boolean
  onClose: () => void
  onSave: (feature: Feature) => void
}

function FeatureDialog({ feature, otherTitles, mayPrice, onClose, onSave }: FeatureDialogProps) {
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
      form={form}
      onClose={onClose}
      onSave={({ title, description, price: typed, ...values }) =>
        onSave({
          ...values,
          title: title.trim(),
          description: description.trim(),
          price: values.featureType === 'Paid' ? parseDollars(typed) : 0,
        })
      }
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

interface HardwareDialogProps {
  /** The one that is edited; none where one is added. */
  item: HardwareItem | undefined
  mayPrice: boolean
  onClose: () => void
  onSave: (item: HardwareItem) => void
}

function HardwareDialog({ item, mayPrice, onClose, onSave }: HardwareDialogProps) {
  const form = useForm({
    initialValues: {
      name: item?.name ?? '',
      price: typedPrice(item?.price ?? null),
      billingPeriod: item?.billingPeriod ?? '',
      setupCost: typedPrice(item?.setupCost ?? null),
      shipping: item?.shipping ?? shippings[1],
    },
    ...validateWhenLeft,
    validate: {
      price: (typed) => amountProblem(typed, HardwarePrice),
      setupCost: (typed) => (typed.trim() === '' ? null : amountProblem(typed, SetupCost)),
    },
  })
  const { name, price, billingPeriod } = form.values
  const missing = [!name && 'a name', !price && 'a price', !billingPeriod && 'a billing cycle']

  return (
    <PartDialog
      what="hardware"
      isNew={!item}
      missing={missing}
      form={form}
      onClose={onClose}
      onSave={(values) =>
        onSave({
          ...values,
          price: parseDollars(values.price),
          setupCost: values.setupCost.trim() === '' ? null : parseDollars(values.setupCost),
        } as HardwareItem)
      }
    >
      <ChoiceField
        label={hardwareFields.name}
        required
        data-autofocus
        disabled={!mayPrice}
        description={mayPrice ? undefined : MAY_NOT_PRICE}
        data={[{ value: '', label: 'Choose', disabled: name !== '' }, ...hardwareNames]}
        {...form.getInputProps('name')}
      />
      <TextField
        label={hardwareFields.price}
        required
        inputMode="numeric"
        leftSection="$"
        readOnly={!mayPrice}
        description={mayPrice ? WHOLE_US_DOLLARS : MAY_NOT_PRICE}
        {...form.getInputProps('price')}
      />
      <ChoiceField
        label={hardwareFields.billingPeriod}
        required
        disabled={!mayPrice}
        description={mayPrice ? undefined : MAY_NOT_PRICE}
        data={[{ value: '', label: 'Choose', disabled: billingPeriod !== '' }, ...billingPeriods]}
        {...form.getInputProps('billingPeriod')}
      />
      <TextField
        label={hardwareFields.setupCost}
        inputMode="numeric"
        leftSection="$"
        readOnly={!mayPrice}
        description={mayPrice ? 'Whole US dollars; leave empty if there is none' : MAY_NOT_PRICE}
        {...form.getInputProps('setupCost')}
      />
      <ChoiceField label={hardwareFields.shipping} data={[...shippings]} {...form.getInputProps('shipping')} />
    </PartDialog>
  )
}

/** Step 4: the devices that go with it, if any. */
export function HardwareStep({ form, mayPrice }: StepProps) {
  const { hardware, showHardware } = form.values
  const replace = (items: typeof hardware) => form.setFieldValue('hardware', items)

  return (
    <>
      <Switch
        className={classes.switch}
        label={applicationFields.showHardware}
        checked={showHardware}
        onChange={({ currentTarget }) => form.setFieldValue('showHardware', currentTarget.checked)}
      />
      {!showHardware ? (
        <p className={`fine ${classes.hint}`}>
          Off: no hardware is offered with this application
          {hardware.length > 0 ? '. What is listed stays and comes back with the switch.' : '.'}
        </p>
      ) : (
        <PartsList
          name={applicationFields.hardware}
          path="hardware"
          what="item"
          addLabel="Add hardware"
          whyNotAdd={!mayPrice && MAY_NOT_PRICE}
          nameOf={({ name }) => name}
          parts={hardware}
          perPage={HARDWARE_PAGE}
          empty={{ title: NO_HARDWARE, text: 'Add one item, or switch the hardware off.' }}
          columns={[
            { header: 'Item', cell: ({ name }) => <b>{name}</b> },
            { header: hardwareFields.price, width: 120, align: 'right', cell: ({ price }) => wholeDollars(price) },
            { header: hardwareFields.billingPeriod, width: 132, cell: ({ billingPeriod }) => billingPeriod },
            {
              header: hardwareFields.setupCost,
              width: 132,
              align: 'right',
              cell: ({ setupCost }) => (setupCost ? wholeDollars(setupCost) : 'None'),
            },
            { header: hardwareFields.shipping, width: 148, cell: ({ shipping }) => shipping },
          ]}
          whyNotRemove={() => (mayPrice ? undefined : MAY_NOT_PRICE)}
          onRemove={(index) => replace(hardware.toSpliced(index, 1))}
          onSave={(item, index) => replace(hardware.toSpliced(index, 1, item))}
          dialog={({ part, index: _, ...actions }) => <HardwareDialog item={part} mayPrice={mayPrice} {...actions} />}
        />
      )}
    </>
  )
}
