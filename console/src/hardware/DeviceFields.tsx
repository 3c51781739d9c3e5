import { DETAILS_MAX } from '@hikmah/contract/hardware/words'
import type { UseFormReturnType } from '@mantine/form'
import { ImageField } from '../kit/field/ImageField.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { RichTextField } from '../kit/rich-text/RichTextField.tsx'
import { type DeviceValues, onlyDigits } from './device-form.ts'

/** What can be changed later too: image, price and details. */
export function DeviceFields<Values extends DeviceValues>(props: { form: UseFormReturnType<Values> }) {
  // The fields named here are in every form of a device.
  const form = props.form as unknown as UseFormReturnType<DeviceValues>
  const details = form.getInputProps('details')
  return (
    <>
      <ImageField
        label="Image"
        kind="image"
        value={form.values.image}
        onChange={(image) => {
          form.setFieldValue('image', image)
          form.clearFieldError('image')
        }}
        error={form.errors.image}
      />
      <TextField
        label="Price"
        required
        inputMode="numeric"
        autoComplete="off"
        description="Whole US dollars"
        leftSection="$"
        {...form.getInputProps('price')}
        onChange={({ currentTarget }) => form.setFieldValue('price', onlyDigits(currentTarget.value))}
      />
      <RichTextField label="Details" max={DETAILS_MAX} {...details} value={form.values.details} />
    </>
  )
}
