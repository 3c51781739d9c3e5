import {
  type Application,
  type ApplicationDraft,
  type ApplicationName,
  type ApplicationStatus,
  type applications,
  MAX_DISPLAY_NAME,
} from '@hikmah/contract/applications'
import type { Input } from '@hikmah/contract/endpoint'
import {
  defaultPlans,
  MAX_LONG_DESCRIPTION,
  MAX_SHORT_DESCRIPTION,
  type Plan,
  PROVIDER_ID_INVALID,
} from '@hikmah/contract/plans'
import { isWithin, REQUIRED } from '@hikmah/contract/words'
import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'

export type Status = z.infer<typeof ApplicationStatus>
export type Feature = Omit<ApplicationDraft['features'][number], 'order'> & { order?: number }
export type HardwareItem = ApplicationDraft['hardware'][number]

interface Image {
  url: string
  name: string
  size: number
}

/** An application as its five steps hold it. */
export interface ApplicationValues {
  name: ApplicationName | ''
  displayName: string
  stripeProductId: string
  shortDescription: string
  longDescription: string
  image: Image
  icon: Image
  features: Feature[]
  plans: Plan[]
  hardware: HardwareItem[]
  showHardware: boolean
  status: Status | ''
}

export type ApplicationForm = UseFormReturnType<ApplicationValues>

const noImage: Image = { url: '', name: '', size: 0 }

export const newPlan = (named: { id: string; name: string }): Plan => ({
  ...named,
  status: 'Available',
  monthlyBilling: { stripePlanId: '', price: 0, billingPeriod: 'Monthly', discountPercentage: 0 },
  annuallyBilling: { stripePlanId: '', price: 0, billingPeriod: 'Annually', discountPercentage: 0 },
  features: [],
})

export const newApplication: ApplicationValues = {
  name: '',
  displayName: '',
  stripeProductId: '',
  shortDescription: '',
  longDescription: '',
  image: noImage,
  icon: noImage,
  features: [],
  plans: defaultPlans.map(newPlan),
  hardware: [],
  showHardware: false,
  status: '',
}

export const valuesOf = ({ imageMetaData, iconMetaData, ...row }: Application): ApplicationValues => ({
  name: row.name,
  displayName: row.displayName,
  stripeProductId: row.stripeProductId,
  shortDescription: row.shortDescription,
  longDescription: row.longDescription,
  image: { url: imageMetaData.imageUrl, name: imageMetaData.imageName, size: imageMetaData.imageSize },
  icon: { url: iconMetaData.iconUrl, name: iconMetaData.iconName, size: iconMetaData.imageSize },
  features: row.features,
  plans: row.plans,
  hardware: row.hardware,
  showHardware: row.showHardware,
  status: row.status,
})

/** What is sent. Complete: the steps let nothing else through. */
export function bodyOf({ image, icon, ...values }: ApplicationValues) {
  return {
    ...values,
    imageMetaData: { imageUrl: image.url, imageName: image.name, imageSize: image.size },
    iconMetaData: { iconUrl: icon.url, iconName: icon.name, imageSize: icon.size },
  } as Input<typeof applications.createApplication>['body']
}

const text = (max: number) => (value: string) => {
  if (value.trim() === '') return REQUIRED
  return isWithin(value.trim(), max) ? undefined : `At most ${max} characters`
}

export const basicRules = {
  name: (name: string) => (name === '' ? REQUIRED : undefined),
  displayName: text(MAX_DISPLAY_NAME),
  stripeProductId: (id: string) => (/^[\w-]*$/.test(id.trim()) ? undefined : PROVIDER_ID_INVALID),
  shortDescription: text(MAX_SHORT_DESCRIPTION),
  longDescription: text(MAX_LONG_DESCRIPTION),
}

/** The server names the parts of an image, which here is one field, and parts of lists, which stand in their step. */
export function formErrors(fields: Record<string, string>): Record<string, string> {
  const own = new Set(Object.keys(newApplication))
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const root = (path.split('.')[0] ?? path).replace('imageMetaData', 'image').replace('iconMetaData', 'icon')
      return [own.has(root) ? root : path, message]
    }),
  )
}
