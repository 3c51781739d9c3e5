import { z } from 'zod'
import { Id, listOf, listQuery, RequiredText, SortedList, Text, Timestamp, Version } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { ImageMeta, RequiredImage } from './media.ts'
import {
  IntegrationBilling,
  integrationStatuses,
  MAX_FEATURE_DESCRIPTION,
  MAX_FEATURE_TITLE,
  MAX_LONG_DESCRIPTION,
  MAX_PARTS,
  MAX_SHORT_DESCRIPTION,
  PROVIDER_PRODUCT_ID,
  ProviderId,
  withOrder,
} from './plans.ts'
import { ADDED_LAST, EndedDraft, IN_STAFF_ORDER, SAVES_WHOLE_DRAFT } from './product-drafts.ts'
import { RichText } from './rich-text.ts'
import { keysOf, REQUIRED } from './words.ts'

export const MAX_INTEGRATION_NAME = 50
export const APPLICATION_MISSING = 'Choose at least one application'

/** What an integration calls (third seed, section 9), and what it is called on screen. */
export const integrationApis = {
  contact: 'Messages',
  announcements: 'announcements',
  communications: 'communications',
  ramadhan: 'ramadhan',
  reminders: 'reminders',
  'build-project': 'build-project',
  salah: 'salah',
  events: 'events',
  'donation-category': 'donation-category',
  ads: 'ads',
  planSubscription: 'planSubscription',
  orders: 'orders',
  subscriptions: 'subscriptions',
} as const
export type IntegrationApi = keyof typeof integrationApis
export const integrationApiNames = keysOf(integrationApis)

export const pricingTypes = ['Free', 'Paid'] as const

/** The four steps of the form (third seed, section 2). */
export const integrationSteps = ['Basic Info', 'Features', 'Pricing', 'Status'] as const

export const MAY_NOT_PRICE_INTEGRATION = 'Only owners and admins can set prices and provider ids'
export const MAY_NOT_SET_AVAILABLE = 'Only owners and admins can set or lift Available'

export const INTEGRATION_ADDED = 'Integration Added Successfully!'
export const INTEGRATION_UPDATED = 'Integration Updated Successfully!'
export const INTEGRATION_DELETED = 'Integration Deleted Successfully!'

export const integrationFields = {
  name: 'Name',
  shortDescription: 'Short description',
  image: 'Logo',
  longDescription: 'Long description',
  compatibleWith: 'Compatible with',
  integrationApi: 'Integration API',
  stripeProductId: PROVIDER_PRODUCT_ID,
  features: 'Features',
  pricingType: 'Pricing',
  monthly: 'Monthly billing',
  annually: 'Annual billing',
  status: 'Status',
} as const

export const IntegrationStatus = z.enum(integrationStatuses)

const IntegrationFeature = z.object({
  title: RequiredText(MAX_FEATURE_TITLE),
  description: Text(MAX_FEATURE_DESCRIPTION).optional().default(''),
  status: IntegrationStatus,
  /** Its place; index + 100 where it is left out. */
  order: z.int().min(0).max(1_000_000).optional(),
})

/** Free: the type alone; what else is sent is dropped. Paid: both prices, in US dollars. */
export const Pricing = z.discriminatedUnion('pricingType', [
  z.object({ pricingType: z.literal('Free') }),
  z.object({
    pricingType: z.literal('Paid'),
    ...IntegrationBilling,
  }),
])
export type Pricing = z.output<typeof Pricing>

const draft = {
  name: RequiredText(MAX_INTEGRATION_NAME),
  stripeProductId: ProviderId.optional().default(''),
  shortDescription: RequiredText(MAX_SHORT_DESCRIPTION),
  /** A rich-text document as a string of JSON. */
  longDescription: RichText(MAX_LONG_DESCRIPTION).refine((text) => text !== '', REQUIRED),
  imageMetaData: RequiredImage,
  /** `applicationName` is the server's. */
  compatibleWith: z
    .array(z.object({ application: Id, applicationName: Text(255).optional() }))
    .min(1, APPLICATION_MISSING)
    .max(MAX_PARTS, `At most ${MAX_PARTS}`),
  integrationApi: z
    .union([z.enum(integrationApiNames), z.literal('')])
    .optional()
    .default(''),
  features: z
    .array(IntegrationFeature)
    .max(MAX_PARTS, `At most ${MAX_PARTS}`)
    .transform(withOrder)
    .optional()
    .default([]),
  pricing: Pricing,
  status: IntegrationStatus,
}

/** The whole draft of an integration. What it does not name is dropped; id and order are the server's. */
export const IntegrationDraft = z.object(draft)
export type IntegrationDraft = z.output<typeof IntegrationDraft>

export const IntegrationUpdate = z.object({ ...draft, _id: Id.optional(), version: Version.optional() })

/** All prices in US dollars. */
export const Integration = z.object({
  _id: Id,
  name: z.string(),
  stripeProductId: z.string(),
  shortDescription: z.string(),
  longDescription: z.string(),
  imageMetaData: ImageMeta,
  compatibleWith: z.array(z.object({ application: Id, applicationName: z.string() })),
  integrationApi: z.union([z.enum(integrationApiNames), z.literal('')]),
  features: z.array(
    z.object({ title: z.string(), description: z.string(), status: IntegrationStatus, order: z.int() }),
  ),
  pricing: Pricing,
  status: IntegrationStatus,
  /** Since when it has this status. */
  statusSince: Timestamp,
  order: z.int(),
  createdAt: Timestamp,
  version: z.int(),
})
export type Integration = z.infer<typeof Integration>

/** Who keeps it from being deleted. */
export const IntegrationUsage = z.object({
  /** With an active subscription to it. */
  organizations: z.int(),
  /** That are active. */
  subscriptions: z.int(),
})
export type IntegrationUsage = z.infer<typeof IntegrationUsage>

export const IntegrationsQuery = listQuery(integrationStatuses, []).omit({ sort: true })

/** Shown in the OpenAPI document. */
const draftExample = {
  name: 'Prayer times',
  shortDescription: 'Shows the times of the daily prayers',
  longDescription: 'The times of the daily prayers, by the method that the masjid chooses.',
  imageMetaData: { imageUrl: '/api/media/0198c9a6-2a7c-7e18-9b45-5f8c0e3b7d91/file' },
  compatibleWith: [{ application: '0198c9a0-3e57-7a19-94c2-8b6f1d0e5a73' }],
  pricing: { pricingType: 'Paid', monthlyBilling: { price: 5 }, annuallyBilling: { price: 50 } },
  status: 'Coming Soon',
}

export const integrations = describeEndpoints('Integrations', {
  listIntegrations: {
    call: 'GET /hikmah/getAllDcIntegrations',
    summary: 'List integrations',
    description: IN_STAFF_ORDER,
    allow: 'products.read',
    query: IntegrationsQuery,
    ...listOf(Integration),
  },
  readIntegration: {
    call: 'GET /hikmah/getDcIntegrationsById/:id',
    summary: 'Get an integration',
    allow: 'products.read',
    response: Integration,
  },
  createIntegration: {
    call: 'POST /hikmah/createDcIntegration',
    summary: 'Add an integration',
    description: ADDED_LAST,
    refusals: { 403: 'FORBIDDEN: the role may not set a price, a provider id or the status Available' },
    example: { body: draftExample },
    allow: 'products.manage',
    query: EndedDraft,
    body: IntegrationDraft,
    response: Integration,
    message: INTEGRATION_ADDED,
  },
  updateIntegration: {
    call: 'PUT /hikmah/updateDcIntegration/:id',
    summary: 'Save an integration',
    description: SAVES_WHOLE_DRAFT,
    refusals: { 403: 'FORBIDDEN: the role may not change a price or a provider id, nor set or lift Available' },
    example: { body: { ...draftExample, version: 3 } },
    allow: 'products.manage',
    body: IntegrationUpdate,
    response: Integration,
    conflict: Integration,
    message: INTEGRATION_UPDATED,
  },
  sortIntegrations: {
    call: 'PUT /hikmah/sortIntegrationList',
    summary: 'Put the integrations in order',
    description: 'Send all of them, each once and with its own place; otherwise nothing changes (400).',
    example: {
      body: {
        sortedList: [
          { _id: '0198c9a7-5c13-7b60-8d92-4e0a7f6c1b35', order: 1 },
          { _id: '0198c9a7-8e4f-7d27-a6b1-9c5d3e2f0a48', order: 2 },
        ],
      },
    },
    allow: 'products.price',
    body: SortedList,
  },
  readIntegrationUsage: {
    call: 'GET /hikmah/getDcIntegrationUsage/:id',
    summary: 'Get who subscribes to an integration',
    allow: 'products.read',
    response: IntegrationUsage,
  },
  deleteIntegration: {
    call: 'DELETE /hikmah/deleteDcIntegrationsById/:id',
    summary: 'Delete an integration',
    description: 'It leaves the catalogue. Those who subscribe to it keep their plans, with its name, until these end.',
    allow: 'products.price',
    message: INTEGRATION_DELETED,
  },
})
