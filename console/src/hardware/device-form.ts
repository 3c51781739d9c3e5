import type { AppStream, ChosenDeviceStatus, Device } from '@hikmah/contract/hardware/schemas'
import { DETAILS_MAX, DIGITS_ONLY, macProblem, priceProblem } from '@hikmah/contract/hardware/words'
import { richTextProblem } from '@hikmah/contract/rich-text/document'
import { REQUIRED } from '@hikmah/contract/words'
import type { z } from 'zod'

interface EditableValues {
  image: { url: string; name: string; size: number }
  /** Digits as they are typed. */
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

const priceOf = (price: string) =>
  price === '' ? REQUIRED : /^\d+$/.test(price) ? priceProblem(Number(price)) : DIGITS_ONLY

export const editRules = {
  price: priceOf,
  details: (details: string) => richTextProblem(details, DETAILS_MAX),
}

export const newDeviceRules = { ...editRules, macAddress: macProblem }

export const onlyDigits = (text: string) => text.replace(/\D/g, '')

const both = (parts: string[]) => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

const needs = (action: string, missing: (string | false)[]): string | undefined => {
  const parts = missing.filter((part) => part !== false)
  return parts.length === 0 ? undefined : `${action} needs ${both(parts)}`
}

/** Why the device cannot be added yet: all seven values must be there, right or wrong. */
export const missingToAdd = (deviceId: string, values: NewDeviceValues) =>
  needs('Add Now', [
    values.appStream === '' && 'an app stream',
    deviceId === '' && 'a device id',
    values.macAddress.trim() === '' && 'a MAC address',
    values.image.url === '' && 'an image',
    values.price === '' && 'a price',
    values.details === '' && 'details',
  ])

export const missingToSave = (values: DeviceValues) =>
  needs('Save', [values.image.url === '' && 'an image', values.price === '' && 'a price'])

/** The customer sends 0 as the size of an image. */
export const imageOf = ({ image }: DeviceValues) => ({ imageUrl: image.url, imageName: image.name, imageSize: 0 })

/** What differs from the device that was opened. */
export const changesOf = (values: DeviceValues, device: Device) => ({
  ...(Number(values.price) !== device.price && { price: values.price }),
  ...(values.image.url !== device.imageMetaData.imageUrl && { imageMetaData: imageOf(values) }),
  ...(values.details !== device.details && { details: values.details }),
})

/** The server names the parts of an image, which here is one field. */
export function formErrors(fields: Record<string, string>): Record<string, string> {
  const image = Object.keys(fields).find((field) => field.startsWith('imageMetaData'))
  return image ? { ...fields, image: fields[image]! } : fields
}
