import { deviceFields, MAX_DETAILS } from '@hikmah/contract/hardware/schemas'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { TextField } from '../kit/field/TextField.tsx'
import { RichTextField } from '../kit/rich-text/RichTextField.tsx'
import { MediaField } from '../media/MediaField.tsx'
import { type DeviceValues, priceAsTyped, wholePrice } from './device-form.ts'

type DeviceField = keyof DeviceValues

/** The part of a form that these fields need: adding a device has more. */
interface DeviceForm {
  values: DeviceValues
  errors: FormErrors
  getInputProps(field: DeviceField): ReturnType<UseFormReturnType<DeviceValues>['getInputProps']>
  setFieldValue(field: 'image', value: DeviceValues['image']): void
  setFieldValue(field: 'price', value: DeviceValues['price']): void
  clearFieldError(field: DeviceField): void
}

/** What can be changed later too: image, price and details. */
export function DeviceFields({ form }: { form: DeviceForm }) {
  const details = form.getInputProps('details')
  const price = form.getInputProps('price')
  return (
    <>
      <MediaField
        label={deviceFields['imageMetaData.imageUrl']}
        kind="image"
        value={form.values.image}
        onChange={(image) => {
          form.setFieldValue('image', image)
          form.clearFieldError('image')
        }}
        error={form.errors.image}
      />
      <TextField
        label={deviceFields.price}
        required
        inputMode="numeric"
        autoComplete="off"
        description="Whole US dollars"
        leftSection="$"
        {...price}
        onChange={({ currentTarget }) => form.setFieldValue('price', priceAsTyped(currentTarget.value))}
        onBlur={(event) => {
          const whole = wholePrice(form.values.price)
          // Setting a field takes its error away.
          if (whole !== form.values.price) form.setFieldValue('price', whole)
          price.onBlur?.(event)
        }}
      />
      <RichTextField label={deviceFields.details} max={MAX_DETAILS} {...details} value={form.values.details} />
    </>
  )
}
