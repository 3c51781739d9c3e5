import { z } from 'zod'
import { BoundedText, Id, LongText, listOf, listQuery, RequiredText, SortedList, Timestamp, Version } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { ImageMeta, RequiredImage } from './media.ts'
import { PRICE_ABOVE_ZERO } from './money.ts'
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
  PROVIDER_PRODUCT_ID,
  ProviderId,
  SetupCost,
  WholeDollars,
  withOrder,
} from './plans.ts'
import { ADDED_LAST, EndedDraft, IN_STAFF_ORDER, SAVES_WHOLE_DRAFT } from './product-drafts.ts'
import { REQUIRED } from './words.ts'

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
export const APPLICATION_ARCHIVED = 'This application is archived'
export const whyNotChangeApplication = ({ archivedAt }: Archivable) =>
  archivedAt === null ? undefined : `${APPLICATION_ARCHIVED}. Restore it first.`
export const whyNotRestoreApplication = ({ archivedAt }: Archivable) =>
  archivedAt === null ? 'This application is not archived' : undefined

export const LOGO_TOO_LARGE = 'Logo size should be less than 1MB'
export const NO_FEATURES = 'No Features'
export const NO_HARDWARE = 'No Hardwares'
export const FEATURE_MISSING = 'Add at least one feature'
export const PLAN_MISSING = 'Add at least one plan'
export const HARDWARE_ITEM_MISSING = 'Add at least one item, or switch the hardware off'
export const FEATURES_PAGE = 5
export const HARDWARE_PAGE = 10

export const applicationFields = {
  name: 'Application',
  displayName: 'Product name',
  stripeProductId: PROVIDER_PRODUCT_ID,
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
  features: z.array(Feature).min(1, FEATURE_MISSING).max(MAX_PARTS, TOO_MANY_PARTS).transform(withOrder),
  plans: z.array(Plan).min(1, PLAN_MISSING).max(MAX_PARTS, TOO_MANY_PARTS).superRefine(idsDiffer),
  hardware: z.array(HardwareItem).max(MAX_PARTS, TOO_MANY_PARTS).optional().default([]),
  showHardware: z.boolean().optional().default(false),
  status: ApplicationStatus,
}

const hasHardware = ({ showHardware, hardware }: { showHardware: boolean; hardware: unknown[] }) =>
  !showHardware || hardware.length > 0
const HARDWARE_MISSING = { path: ['hardware'], message: HARDWARE_ITEM_MISSING }

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

export const ApplicationUsage = z.object({
  /** With an active subscription to it, a team member who has a role in it, or a device of it. */
  organizations: z.int(),
  /** That are active. */
  subscriptions: z.int(),
  integrations: z.array(z.object({ _id: Id, name: z.string() })),
  /** It was ever used, so that it is archived and can be restored instead of deleted. */
  isArchived: z.boolean(),
})
export type ApplicationUsage = z.infer<typeof ApplicationUsage>

/** Shown in the OpenAPI document. */
const draftExample = {
  name: 'deenkiosk',
  displayName: 'DeenKiosk',
  shortDescription: 'Donations at the door',
  longDescription: 'A kiosk that takes donations by card at the entrance of the masjid.',
  imageMetaData: { imageUrl: '/api/media/0198c9a6-2a7c-7e18-9b45-7d3f1c8e6a02/file' },
  iconMetaData: { iconUrl: '/api/media/0198c9a6-2a7c-7e18-9b45-1a6e4b9d2c70/file', iconName: 'kiosk.png' },
  features: [{ title: 'Card payments', featureType: 'Free', status: 'Available' }],
  plans: [
    {
      id: 'standard-plan',
      name: 'Standard',
      status: 'Available',
      monthlyBilling: { price: 29 },
      annuallyBilling: { price: 290 },
    },
  ],
  status: 'Coming Soon',
}

export const applications = describeEndpoints('Applications', {
  listApplications: {
    call: 'GET /hikmah/getAllDcApplications',
    summary: 'List applications',
    description: IN_STAFF_ORDER,
    allow: 'products.read',
    query: ApplicationsQuery,
    ...listOf(Application),
  },
  readApplication: {
    call: 'GET /hikmah/getDcApplicationsById/:id',
    summary: 'Get an application',
    allow: 'products.read',
    response: Application,
  },
  createApplication: {
    call: 'POST /hikmah/createDcApplication',
    summary: 'Add an application',
    description: ADDED_LAST,
    refusals: { 403: 'FORBIDDEN: the role may not set a price, a provider id, the plans or the status Available' },
    example: { body: draftExample },
    allow: 'products.manage',
    query: EndedDraft,
    body: ApplicationDraft,
    response: Application,
    message: APPLICATION_ADDED,
  },
  updateApplication: {
    call: 'PUT /hikmah/updateDcApplication/:id',
    summary: 'Save an application',
    description: SAVES_WHOLE_DRAFT,
    refusals: {
      403: 'FORBIDDEN: the role may not change a price, a provider id or the plans, nor set or lift Available',
    },
    example: { body: { ...draftExample, version: 3 } },
    allow: 'products.manage',
    body: ApplicationUpdate,
    response: Application,
    conflict: Application,
    message: APPLICATION_UPDATED,
  },
  sortApplications: {
    call: 'PUT /hikmah/sortApplicationList',
    summary: 'Put the applications in order',
    description: 'Send all that are not archived, each once and with its own place; otherwise nothing changes (400).',
    example: {
      body: {
        sortedList: [
          { _id: '0198c9a0-3e57-7a19-94c2-8b6f1d0e5a73', order: 1 },
          { _id: '0198c9a0-6b21-7f4d-8e30-2c9a5d7b1f86', order: 2 },
        ],
      },
    },
    allow: 'products.price',
    body: SortedList,
  },
  readApplicationUsage: {
    call: 'GET /hikmah/getDcApplicationUsage/:id',
    summary: 'Get what deleting an application affects',
    allow: 'products.read',
    response: ApplicationUsage,
  },
  deleteApplication: {
    call: 'DELETE /hikmah/deleteDcApplicationsById/:id',
    summary: 'Delete an application',
    description: 'An application that was ever used is archived instead and can be restored.',
    allow: 'products.price',
    message: APPLICATION_DELETED,
  },
  restoreApplication: {
    call: 'PUT /hikmah/restoreDcApplication/:id',
    summary: 'Restore an archived application',
    description: 'It comes last in the order.',
    allow: 'products.price',
    response: Application,
    message: APPLICATION_RESTORED,
  },
})
