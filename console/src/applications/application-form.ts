import {
  type Application,
  type ApplicationDraft,
  type ApplicationName,
  type ApplicationStatus,
  applicationSteps,
  type applications,
  MAX_DISPLAY_NAME,
} from '@hikmah/contract/applications'
import type { Input } from '@hikmah/contract/endpoint'
import {
  defaultPlans,
  isFreePlan,
  MAX_LONG_DESCRIPTION,
  MAX_SHORT_DESCRIPTION,
  type Plan,
  PROVIDER_ID_INVALID,
  planProblem,
} from '@hikmah/contract/plans'
import { readCode } from '@hikmah/contract/typed'
import { REQUIRED } from '@hikmah/contract/words'
import type { UseFormReturnType } from '@mantine/form'
import { useLocation } from '@tanstack/react-router'
import type { z } from 'zod'
import { withoutThousands } from '../kit/form/typed-numbers.ts'
import { joinByAnd } from '../kit/format/texts.ts'
import { type FormImage, formImage, noImage, sentImage, textProblem } from '../products/product-fields.tsx'

export type Status = z.infer<typeof ApplicationStatus>
export type Feature = Omit<ApplicationDraft['features'][number], 'order'> & { order?: number }
export type HardwareItem = ApplicationDraft['hardware'][number]

/** An application as its five steps hold it. */
export interface ApplicationValues {
  name: ApplicationName | ''
  displayName: string
  stripeProductId: string
  shortDescription: string
  longDescription: string
  image: FormImage
  icon: FormImage
  features: Feature[]
  plans: Plan[]
  hardware: HardwareItem[]
  showHardware: boolean
  status: Status | ''
}

export type ApplicationForm = UseFormReturnType<ApplicationValues>

export interface StepProps {
  form: ApplicationForm
  mayPrice: boolean
}

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

export const formValues = ({ imageMetaData, iconMetaData, ...row }: Application): ApplicationValues => ({
  name: row.name,
  displayName: row.displayName,
  stripeProductId: row.stripeProductId,
  shortDescription: row.shortDescription,
  longDescription: row.longDescription,
  image: formImage(imageMetaData),
  icon: { url: iconMetaData.iconUrl, name: iconMetaData.iconName, size: iconMetaData.imageSize },
  features: row.features,
  plans: row.plans,
  hardware: row.hardware,
  showHardware: row.showHardware,
  status: row.status,
})

/** What is sent. Complete: the steps let nothing else through. */
export function toBody({ image, icon, ...values }: ApplicationValues) {
  return {
    ...values,
    imageMetaData: sentImage(image),
    iconMetaData: { iconUrl: icon.url, iconName: icon.name, imageSize: icon.size },
  } as Input<typeof applications.createApplication>['body']
}

const text = (max: number) => (value: string) => textProblem(value, max)

export const basicRules = {
  name: (name: string) => (name === '' ? REQUIRED : undefined),
  displayName: text(MAX_DISPLAY_NAME),
  stripeProductId: (id: string) => (/^[\w-]*$/.test(readCode(id)) ? undefined : PROVIDER_ID_INVALID),
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step that a wizard opens at, from 0. */
    step?: number
    /** Of which application a plan is; of the one that is being added where it is left out. */
    applicationId?: string
    planIndex?: number
  }
}

export const PLANS_STEP = 2

export const useGivenStep = (steps: number): number | undefined =>
  useLocation({
    select: ({ state: { step } }) => (Number.isInteger(step) && step! >= 0 && step! < steps ? step : undefined),
  })

/** Unsaved edits of an application, with the version that they began from. */
export interface KeptEdits {
  base: Application
  values: ApplicationValues
}

const keyOf = (staffId: string, id: string) => `edits of application ${id} by ${staffId}`

/**
 * Edits in progress, kept in the tab while a plan is edited on its own page. Stored under the person's id, so that
 * others who sign in here do not see them.
 */
export const keptEdits = {
  read(staffId: string, id: string): KeptEdits | undefined {
    const kept = sessionStorage.getItem(keyOf(staffId, id))
    return kept === null ? undefined : (JSON.parse(kept) as KeptEdits)
  },
  keep: (staffId: string, edits: KeptEdits) =>
    sessionStorage.setItem(keyOf(staffId, edits.base._id), JSON.stringify(edits)),
  drop: (staffId: string, id: string) => sessionStorage.removeItem(keyOf(staffId, id)),
}

export const NO_FEATURES_YET = 'No features yet'

/** A price in a field; empty where there is none yet. */
export const typedPrice = (price: number | null) => (price ? String(price) : '')

/** A typed price that passed its check. */
export const parseDollars = (typed: string) => Number(withoutThousands(typed))

/** Before it goes on sale, of its plans without a price. A Free plan lacks none. */
export function warnOfUnpriced({ plans, status }: Pick<ApplicationValues, 'plans' | 'status'>): string | undefined {
  const unpriced = plans.filter((plan) => planProblem(plan) && !isFreePlan(plan)).map(({ name }) => name)
  if (unpriced.length === 0 || (status !== 'Available' && status !== 'New')) return undefined
  return `${joinByAnd(unpriced)} ${unpriced.length === 1 ? 'has' : 'have'} a price of $0.00 and cannot be sold so. Set both prices, or the status Not Available, under ${applicationSteps[2]}.`
}
