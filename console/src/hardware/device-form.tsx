import { DeviceEdit, MAX_DETAILS, NewDevice } from '@hikmah/contract/hardware/drafts'
import {
  type AppStream,
  type ChosenDeviceStatus,
  type Device,
  type DeviceFormField,
  deviceFields,
} from '@hikmah/contract/hardware/schemas'
import { richTextProblem } from '@hikmah/contract/rich-text'
import { readCode } from '@hikmah/contract/typed'
import type { z } from 'zod'
import { TextField } from '../kit/field/TextField.tsx'
import { defineForm } from '../kit/form/define-form.tsx'
import { stillNeeded, WHOLE_US_DOLLARS, withoutThousands } from '../kit/form/typed-numbers.ts'
import { comparableText, RichText } from '../kit/rich-text/RichText.tsx'
import { RichTextField } from '../kit/rich-text/RichTextField.tsx'
import { ImageMetaField } from '../media/MediaField.tsx'

export interface DeviceValues extends Omit<Pick<Device, DeviceFormField>, 'price'> {
  /** As typed, without characters that are not part of a number. */
  price: string
}

export interface NewDeviceValues extends DeviceValues {
  appStream: AppStream | ''
  macAddress: string
  status: z.infer<typeof ChosenDeviceStatus>
}

export const newDevice: NewDeviceValues = {
  appStream: '',
  macAddress: '',
  status: 'Available',
  imageMetaData: { imageUrl: '', imageName: '', imageSize: 0 },
  price: '',
  details: '',
}

/** 899, and 1,299.00 as it is copied from elsewhere. */
const isWhole = (price: string) => /^\d+(\.0*)?$/.test(withoutThousands(price))

/** Signs and letters go. A point, a comma and a minus stay, or 12.50 and 12,50 would become 1250 and -5 become 5. */
export const priceAsTyped = (text: string) => readCode(text).replace(/[^\d.,-]/g, '')

/** The digits alone, as they are sent, once it is a whole number; one too large to be counted stays as typed. */
export function wholePrice(price: string): string {
  const dollars = Number(withoutThousands(price))
  return isWhole(price) && Number.isSafeInteger(dollars) ? String(dollars) : price
}

interface Shapes {
  row: Device
  values: DeviceValues
  sent: Pick<z.input<typeof NewDevice>, DeviceFormField>
}

export const deviceForm = defineForm<DeviceFormField, Shapes>(deviceFields, {
  imageMetaData: {
    draw: (input) => <ImageMetaField {...input} />,
    compare: ({ imageUrl }) => imageUrl,
    show: (url) => url && <img src={url} alt="" height={32} />,
    // The customer sends 0 as the size of an image.
    send: (image) => ({ ...image, imageSize: 0 }),
  },
  price: {
    draw: ({ label, value, onChange, props }) => (
      <TextField
        label={label}
        required
        inputMode="numeric"
        description={WHOLE_US_DOLLARS}
        leftSection="$"
        {...props}
        onChange={({ currentTarget }) => onChange(priceAsTyped(currentTarget.value))}
        onBlur={(event) => {
          const whole = wholePrice(value)
          // Setting a field takes its error away.
          if (whole !== value) onChange(whole)
          props.onBlur?.(event)
        }}
      />
    ),
    read: String,
    compare: wholePrice,
    send: (price) => withoutThousands(wholePrice(price)),
  },
  details: {
    draw: ({ label, value, props }) => <RichTextField label={label} max={MAX_DETAILS} {...props} value={value} />,
    compare: comparableText,
    show: (details) => details && <RichText value={details} />,
  },
})

export const checkEdit = deviceForm.checkBy(DeviceEdit)
/** The id is generated, and without an app stream the form cannot be sent. */
export const checkNewDevice = deviceForm.checkBy(NewDevice.omit({ deviceId: true, appStream: true }))

const tooLong = ({ details }: DeviceValues) =>
  richTextProblem(details, MAX_DETAILS) && `details of ${MAX_DETAILS} characters at most`

/** Why the device cannot be added yet: all seven values must be there, right or wrong, and the details must fit. */
export const missingToAdd = (deviceId: string, values: NewDeviceValues) =>
  stillNeeded([
    values.appStream === '' ? 'an app stream' : deviceId === '' && 'a device id',
    values.macAddress.trim() === '' && 'a MAC address',
    values.imageMetaData.imageUrl === '' && 'an image',
    values.price === '' && 'a price',
    values.details === '' ? 'details' : tooLong(values),
  ])

export const missingToSave = (values: DeviceValues) =>
  stillNeeded([values.imageMetaData.imageUrl === '' && 'an image', values.price === '' && 'a price', tooLong(values)])
