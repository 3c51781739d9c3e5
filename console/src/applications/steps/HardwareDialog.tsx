import { hardwareFields } from '@hikmah/contract/applications/fields'
import { hardwareNames, shippings } from '@hikmah/contract/applications/words'
import { billingPeriods } from '@hikmah/contract/plans/words'
import { Button, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { DialogActions } from '../../kit/feedback/DialogActions.tsx'
import { TextField } from '../../kit/field/TextField.tsx'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import type { HardwareItem } from '../application-form.ts'
import { MAY_NOT_PRICE } from '../words.ts'
import classes from './steps.module.css'
import { priceProblem, typedOf } from './whole-dollars.ts'

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
    validateInputOnBlur: true,
    validate: {
      price: priceProblem,
      setupCost: (typed) => (typed.trim() === '' ? null : priceProblem(typed)),
    },
  })
  const { name, price, billingPeriod } = form.values
  const missing = [!name && 'a name', !price && 'a price', !billingPeriod && 'a billing cycle'].filter(Boolean)
  const choice = { rightSection: <Icon name="down" size={12} /> }
  const heading = item ? 'Edit hardware' : 'Add hardware'

  return (
    <Dialog title={heading} onClose={onClose} size="md">
      <form
        className={classes.dialog}
        aria-label={heading}
        noValidate
        onSubmit={form.onSubmit(
          (values) =>
            onSave({
              ...values,
              price: Number(values.price),
              setupCost: values.setupCost.trim() === '' ? null : Number(values.setupCost),
            } as HardwareItem),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <NativeSelect
          label={hardwareFields.name}
          required
          data-autofocus
          data={[{ value: '', label: 'Choose', disabled: name !== '' }, ...hardwareNames]}
          {...choice}
          {...form.getInputProps('name')}
        />
        <TextField
          label={hardwareFields.price}
          required
          inputMode="numeric"
          autoComplete="off"
          leftSection="$"
          readOnly={!mayPrice}
          description={mayPrice ? 'Whole US dollars' : MAY_NOT_PRICE}
          {...form.getInputProps('price')}
        />
        <NativeSelect
          label={hardwareFields.billingPeriod}
          required
          disabled={!mayPrice}
          description={mayPrice ? undefined : MAY_NOT_PRICE}
          data={[{ value: '', label: 'Choose', disabled: billingPeriod !== '' }, ...billingPeriods]}
          {...choice}
          {...form.getInputProps('billingPeriod')}
        />
        <TextField
          label={hardwareFields.setupCost}
          inputMode="numeric"
          autoComplete="off"
          leftSection="$"
          readOnly={!mayPrice}
          description={mayPrice ? 'Whole US dollars; empty where there is none' : MAY_NOT_PRICE}
          {...form.getInputProps('setupCost')}
        />
        <NativeSelect
          label={hardwareFields.shipping}
          data={[...shippings]}
          {...choice}
          {...form.getInputProps('shipping')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton isQuiet reason={missing.length > 0 && `It needs ${missing.join(' and ')}`}>
            {item ? 'Save hardware' : 'Add hardware'}
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
