import {
  type AppStream,
  type ChosenDeviceStatus,
  type Device,
  DIGITS_ONLY,
  MAX_DETAILS,
  macProblem,
  priceProblem,
} from '@hikmah/contract/hardware/schemas'
import { richTextProblem } from '@hikmah/contract/rich-text'
import { REQUIRED } from '@hikmah/contract/words'
import type { z } from 'zod'
import { withoutThousands } from '../kit/format/money.ts'

interface EditableValues {
  image: { url: string; name: string; size: number }
  /** As typed, without characters that are not part of a number. */
  price: string
  details: string
}

export interface NewDeviceValues extends EditableValues {
  appStream: AppStream | ''
  macAddress: string
  status: z.infer<typeof ChosenDeviceStatus>
}

export type DeviceValues = EditableValues

export const newDevice: NewDeviceValues = {
  appStream: '',
  macAddress: '',
  status: 'Available',
  image: { url: '', name: '', size: 0 },
  price: '',
  details: '',
}

export const valuesOf = ({ imageMetaData, price, details }: Device): DeviceValues => ({
  image: { url: imageMetaData.imageUrl, name: imageMetaData.imageName, size: imageMetaData.imageSize },
  price: String(price),
  details,
})

/** 899, and 1,299.00 as it is copied from elsewhere. */
const isWhole = (price: string) => /^\d+(\.0*)?$/.test(withoutThousands(price))

const dollarsOf = (price: string) => Number(withoutThousands(price))

function priceOf(price: string): string | undefined {
  if (price === '') return REQUIRED
  const dollars = dollarsOf(price)
  if (isWhole(price)) return priceProblem(dollars)
  if (!(dollars > 0)) return Number.isNaN(dollars) ? DIGITS_ONLY : priceProblem(dollars)
  return `Whole US dollars: ${Math.floor(dollars)} or ${Math.ceil(dollars)}`
}

export const editRules = {
  price: priceOf,
  details: (details: string) => richTextProblem(details, MAX_DETAILS),
}

export const newDeviceRules = { ...editRules, macAddress: macProblem }

/** Signs and letters go. A point, a comma and a minus stay, or 12.50 and 12,50 would become 1250 and -5 become 5. */
export const priceAsTyped = (text: string) => text.replace(/[^\d.,-]/g, '')

/** The digits alone, as they are sent, once it is a whole number; one too large to be counted stays as typed. */
export const wholePrice = (price: string) =>
  isWhole(price) && Number.isSafeInteger(dollarsOf(price)) ? String(dollarsOf(price)) : price

const both = (parts: string[]) => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

const stillNeeded = (missing: (string | false)[]): string | undefined => {
  const parts = missing.filter((part) => part !== false)
  return parts.length === 0 ? undefined : `Still needed: ${both(parts)}`
}

const tooLong = ({ details }: EditableValues) =>
  editRules.details(details) && `details of ${MAX_DETAILS} characters at most`

/** Why the device cannot be added yet: all seven values must be there, right or wrong, and the details must fit. */
export const missingToAdd = (deviceId: string, values: NewDeviceValues) =>
  stillNeeded([
    values.appStream === '' && 'an app stream',
    deviceId === '' && 'a device id',
    values.macAddress.trim() === '' && 'a MAC address',
    values.image.url === '' && 'an image',
    values.price === '' && 'a price',
    values.details === '' ? 'details' : (tooLong(values) ?? false),
  ])

export const missingToSave = (values: DeviceValues) =>
  stillNeeded([values.image.url === '' && 'an image', values.price === '' && 'a price', tooLong(values) ?? false])

/** The customer sends 0 as the size of an image. */
export const imageOf = ({ image }: DeviceValues) => ({ imageUrl: image.url, imageName: image.name, imageSize: 0 })

/** What differs from the device that was opened. */
export const changesOf = (values: DeviceValues, device: Device) => ({
  ...(dollarsOf(values.price) !== device.price && { price: wholePrice(values.price) }),
  ...(values.image.url !== device.imageMetaData.imageUrl && { imageMetaData: imageOf(values) }),
  ...(values.details !== device.details && { details: values.details }),
})

/** The server names the parts of an image, which here is one field. */
export function formErrors(fields: Record<string, string>): Record<string, string> {
  const image = Object.keys(fields).find((field) => field.startsWith('imageMetaData'))
  return image ? { ...fields, image: fields[image]! } : fields
}
