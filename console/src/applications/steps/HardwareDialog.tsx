import { hardwareFields, hardwareNames, MAY_NOT_PRICE, shippings } from '@hikmah/contract/applications'
import { billingPeriods, SETUP_COST_ABOVE_ZERO } from '@hikmah/contract/plans'
import { useForm } from '@mantine/form'
import { ChoiceField } from '../../kit/field/ChoiceField.tsx'
import { TextField } from '../../kit/field/TextField.tsx'
import { validateWhenLeft } from '../../kit/form/after-press.ts'
import { WHOLE_US_DOLLARS } from '../../kit/format/money.ts'
import type { HardwareItem } from '../application-form.ts'
import { PartDialog } from './PartDialog.tsx'
import { dollarsOf, priceProblem, typedOf } from './whole-dollars.ts'

interface Props {
  /** The one that is edited; none where one is added. */
  item: HardwareItem | undefined
  mayPrice: boolean
  onClose: () => void
  onSave: (item: HardwareItem) => void
}

/** One item of hardware with its price and billing cycle; setup cost where there is one. */
export function HardwareDialog({ item, mayPrice, onClose, onSave }: Props) {
  const form = useForm({
    initialValues: {
      name: item?.name ?? '',
      price: typedOf(item?.price ?? null),
      billingPeriod: item?.billingPeriod ?? '',
      setupCost: typedOf(item?.setupCost ?? null),
      shipping: item?.shipping ?? shippings[1],
    },
    ...validateWhenLeft,
    validate: {
      price: (typed) => priceProblem(typed),
      setupCost: (typed) => (typed.trim() === '' ? null : priceProblem(typed, SETUP_COST_ABOVE_ZERO)),
    },
  })
  const { name, price, billingPeriod } = form.values
  const missing = [!name && 'a name', !price && 'a price', !billingPeriod && 'a billing cycle']

  return (
    <PartDialog
      what="hardware"
      isNew={!item}
      missing={missing}
      isDirty={form.isDirty}
      onClose={onClose}
      onSubmit={form.onSubmit(
        (values) =>
          onSave({
            ...values,
            price: dollarsOf(values.price),
            setupCost: values.setupCost.trim() === '' ? null : dollarsOf(values.setupCost),
          } as HardwareItem),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
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
        autoComplete="off"
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
        autoComplete="off"
        leftSection="$"
        readOnly={!mayPrice}
        description={mayPrice ? 'Whole US dollars; leave empty if there is none' : MAY_NOT_PRICE}
        {...form.getInputProps('setupCost')}
      />
      <ChoiceField label={hardwareFields.shipping} data={[...shippings]} {...form.getInputProps('shipping')} />
    </PartDialog>
  )
}
