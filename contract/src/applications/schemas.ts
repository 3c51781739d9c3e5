import { z } from 'zod'
import { BoundedText, Id, LongText, listQuery, RequiredText, Timestamp, Version } from '../common.ts'
import { ImageMeta, RequiredImage } from '../media.ts'
import {
  applicationStatuses,
  billingPeriods,
  featureTypes,
  HardwarePrice,
  MAX_FEATURE_DESCRIPTION,
  MAX_FEATURE_TITLE,
  MAX_LONG_DESCRIPTION,
  MAX_PARTS,
  MAX_SHORT_DESCRIPTION,
  Plan,
  PRICE_ABOVE_ZERO,
  ProviderId,
  SetupCost,
  WholeDollars,
} from '../plans.ts'
import { REQUIRED } from '../words.ts'

export const applicationNames = ['deenweb', 'deenkiosk', 'deenfund', 'deenscreen'] as const
export type ApplicationName = (typeof applicationNames)[number]

export const MAX_DISPLAY_NAME = 20
export const hardwareNames = ['DEENKIOSK Player', 'DEENSCREEN Player'] as const
export const shippings = ['Required', 'Not Required'] as const

/** The five steps of the form (third seed, section 2). */
export const applicationSteps = ['Basic Info', 'Features', 'Plans', 'Hardware', 'Status'] as const

export const APPLICATION_ADDED = 'Application Added Successfully!'
export const APPLICATION_UPDATED = 'Application Updated Successfully!'
export const APPLICATION_DELETED = 'Application Deleted Successfully!'
export const APPLICATION_RESTORED = 'Application restored'

export const MAY_NOT_PRICE = 'Only owners and admins can set prices, plans and provider ids'
export const MAY_NOT_SELL = 'Only owners and admins can put an application on sale or take it off'

type Archivable = Pick<Application, 'archivedAt'>
/** An archived application can only be restored. */
export const whyNotChangeApplication = ({ archivedAt }: Archivable) =>
  archivedAt === null ? undefined : 'This application is archived'
export const whyNotRestoreApplication = ({ archivedAt }: Archivable) =>
  archivedAt === null ? 'This application is not archived' : undefined

export const LOGO_TOO_LARGE = 'Logo size should be less than 1MB'
export const NO_FEATURES = 'No Features'
export const NO_HARDWARE = 'No Hardwares'
export const FEATURES_PAGE = 5
export const HARDWARE_PAGE = 10

/** What is edited of an application, each with its one name on every screen. */
export const applicationFields = {
  name: 'Application',
  displayName: 'Product name',
  stripeProductId: 'Provider product id',
  shortDescription: 'Short description',
  longDescription: 'Long description',
  image: 'Logo',
  icon: 'Icon',
  features: 'Features',
  plans: 'Plans',
  showHardware: 'Hardware section',
  hardware: 'Hardware',
  status: 'Status',
} as const

export const featureFields = {
  title: 'Title',
  description: 'Description',
  featureType: 'Type',
  price: 'Price',
  status: 'Status',
} as const

export const hardwareFields = {
  name: 'Name',
  price: 'Price',
  billingPeriod: 'Billing cycle',
  setupCost: 'Setup cost',
  shipping: 'Shipping',
} as const

export const ApplicationStatus = z.enum(applicationStatuses)

const TOO_MANY_PARTS = `At most ${MAX_PARTS}`

export const Feature = z
  .object({
    title: RequiredText(MAX_FEATURE_TITLE),
    description: LongText(MAX_FEATURE_DESCRIPTION).optional().default(''),
    featureType: z.enum(featureTypes),
    /** Whole US dollars: above 0 where it is Paid, 0 where it is Free. */
    price: WholeDollars.optional().default(0),
    status: ApplicationStatus,
    /** Its place; index + 100 where it is left out. */
    order: z.int().min(0).max(1_000_000).optional(),
  })
  .superRefine(({ featureType, price }, ctx) => {
    const message = featureType === 'Paid' ? price <= 0 && PRICE_ABOVE_ZERO : price > 0 && 'A Free feature has no price'
    if (message) ctx.addIssue({ code: 'custom', path: ['price'], message })
  })

export const HardwareItem = z.object({
  name: z.enum(hardwareNames),
  /** Whole US dollars. */
  price: HardwarePrice,
  billingPeriod: z.enum(billingPeriods),
  /** Whole US dollars; left out where there is none. */
  setupCost: SetupCost.nullish().default(null),
  shipping: z.enum(shippings).optional().default('Not Required'),
})

const { imageUrl, imageName, imageSize } = RequiredImage.shape
const RequiredIcon = z.object({ iconUrl: imageUrl, iconName: imageName, imageSize })

export const withOrder = <T extends { order?: number | undefined }>(parts: T[]) =>
  parts.map((part, i) => ({ ...part, order: part.order ?? i + 100 }))

const idsDiffer = (plans: { id: string }[], ctx: z.RefinementCtx<unknown>) => {
  const known = new Set<string>()
  plans.forEach(({ id }, i) => {
    if (known.has(id)) ctx.addIssue({ code: 'custom', path: [i, 'id'], message: 'Another plan has this id' })
    known.add(id)
  })
}

const draft = {
  name: z.enum(applicationNames),
  displayName: RequiredText(MAX_DISPLAY_NAME),
  stripeProductId: ProviderId.optional().default(''),
  shortDescription: RequiredText(MAX_SHORT_DESCRIPTION),
  longDescription: LongText(MAX_LONG_DESCRIPTION).refine((text) => text !== '', REQUIRED),
  imageMetaData: RequiredImage,
  iconMetaData: RequiredIcon,
  features: z.array(Feature).min(1, 'Add at least one feature').max(MAX_PARTS, TOO_MANY_PARTS).transform(withOrder),
  plans: z.array(Plan).min(1, 'Add at least one plan').max(MAX_PARTS, TOO_MANY_PARTS).superRefine(idsDiffer),
  hardware: z.array(HardwareItem).max(MAX_PARTS, TOO_MANY_PARTS).optional().default([]),
  showHardware: z.boolean().optional().default(false),
  status: ApplicationStatus,
}

const hasHardware = ({ showHardware, hardware }: { showHardware: boolean; hardware: unknown[] }) =>
  !showHardware || hardware.length > 0
const HARDWARE_MISSING = { path: ['hardware'], message: 'Add at least one item, or switch the hardware off' }

/** The whole draft of an application. What it does not name is dropped; id and order are the server's. */
export const ApplicationDraft = z.object(draft).refine(hasHardware, HARDWARE_MISSING)
export type ApplicationDraft = z.output<typeof ApplicationDraft>

export const ApplicationUpdate = z
  .object({ ...draft, _id: Id.optional(), version: Version.optional() })
  .refine(hasHardware, HARDWARE_MISSING)

/** All prices in US dollars. */
export const Application = z.object({
  _id: Id,
  name: z.enum(applicationNames),
  displayName: z.string(),
  stripeProductId: z.string(),
  shortDescription: z.string(),
  longDescription: z.string(),
  imageMetaData: ImageMeta,
  iconMetaData: z.object({ iconUrl: z.string(), iconName: z.string(), imageSize: z.int() }),
  features: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      featureType: z.enum(featureTypes),
      price: z.number(),
      status: ApplicationStatus,
      order: z.int(),
    }),
  ),
  plans: z.array(Plan),
  hardware: z.array(
    z.object({
      name: z.enum(hardwareNames),
      price: z.number(),
      billingPeriod: z.enum(billingPeriods),
      setupCost: z.number().nullable(),
      shipping: z.enum(shippings),
    }),
  ),
  showHardware: z.boolean(),
  status: ApplicationStatus,
  /** Since when it has this status. */
  statusSince: Timestamp,
  order: z.int(),
  archivedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: z.int(),
})
export type Application = z.infer<typeof Application>

export const ApplicationsQuery = listQuery(applicationStatuses, [])
  .omit({ sort: true })
  .extend({
    /** Those that were archived, instead of the others. */
    archived: BoundedText(8).pipe(z.stringbool()).optional(),
  })

/** What deleting an application touches. */
export const ApplicationUsage = z.object({
  /** With an active subscription to it, a team member who has a role in it, or a device of it. */
  organizations: z.int(),
  /** That are active. */
  subscriptions: z.int(),
  /** Integrations that are compatible with it. */
  integrations: z.array(z.object({ _id: Id, name: z.string() })),
  /** It was ever used, so that it is archived and can be restored instead of deleted. */
  isArchived: z.boolean(),
})
export type ApplicationUsage = z.infer<typeof ApplicationUsage>
