import { z } from 'zod'
import { BoundedText, Id, listQuery, RequiredText, Text, Timestamp, Version } from '../common.ts'
import { ImageMeta, RequiredImage } from '../media/schemas.ts'
import { IntegrationBilling, ProviderId } from '../plans/schemas.ts'
import {
  integrationStatuses,
  MAX_FEATURE_DESCRIPTION,
  MAX_FEATURE_TITLE,
  MAX_LONG_DESCRIPTION,
  MAX_PARTS,
  MAX_SHORT_DESCRIPTION,
} from '../plans/words.ts'
import { RichText } from '../rich-text/schemas.ts'
import { REQUIRED } from '../words.ts'
import { integrationApiNames, MAX_INTEGRATION_NAME } from './words.ts'

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
    monthlyBilling: IntegrationBilling.monthly,
    annuallyBilling: IntegrationBilling.annually,
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
    .array(z.object({ application: Id, applicationName: BoundedText(255).optional() }))
    .min(1, 'Choose at least one application')
    .max(MAX_PARTS, `At most ${MAX_PARTS}`),
  integrationApi: z
    .union([z.enum(integrationApiNames), z.literal('')])
    .optional()
    .default(''),
  features: z
    .array(IntegrationFeature)
    .max(MAX_PARTS, `At most ${MAX_PARTS}`)
    .transform((features) => features.map((feature, i) => ({ ...feature, order: feature.order ?? i + 100 })))
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
