import { HardwarePrice, SetupCost } from '@hikmah/contract/plans'
import { amountProblem } from '../products/product-fields.tsx'
import type { StepProps } from './application-form.ts'
import '@mantine/core/styles/Switch.layer.css'
import {
  applicationFields,
  HARDWARE_PAGE,
  hardwareFields,
  hardwareNames,
  MAY_NOT_PRICE,
  NO_HARDWARE,
  shippings,
} from '@hikmah/contract/applications'
import { billingPeriods } from '@hikmah/contract/plans'
import { Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { WHOLE_US_DOLLARS, wholeDollars } from '../kit/format/texts.ts'
import { PartDialog, PartsList } from '../kit/parts/Parts.tsx'
import { type HardwareItem, parseDollars, typedPrice } from './application-form.ts'
import classes from './applications.module.css'

interface Props {
  /** The one that is edited; none where one is added. */
  item: HardwareItem | undefined
  mayPrice: boolean
  onClose: () => void
  onSave: (item: HardwareItem) => void
}

/** One item of hardware with its price and billing cycle; setup cost where there is one. */
function HardwareDialog({ item, mayPrice, onClose, onSave }: Props) {
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
      isDirty={form.isDirty}
      onClose={onClose}
      onSubmit={form.onSubmit(
        (values) =>
          onSave({
            ...values,
            price: parseDollars(values.price),
            setupCost: values.setupCost.trim() === '' ? null : parseDollars(values.setupCost),
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
        withThumbIndicator={false}
        checked={showHardware}
        onChange={({ currentTarget }) => form.setFieldValue('showHardware', currentTarget.checked)}
      />
      {!showHardware ? (
        <p className={classes.hint}>
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
