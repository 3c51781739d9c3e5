import { z } from 'zod'
import { Email, Id, LongText, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import type { RootOf } from './field-paths.ts'
import { OrganizationStatus } from './list-queries.ts'
import type { OrganizationField } from './organization-fields.ts'
import { Organization, OrganizationType } from './organizations.ts'
import { OptionalPhone } from './phone.ts'
import { stateCode } from './us-states.ts'

export const ORGANIZATION_NAME_MAX = 50
export const SHORT_NAME_MAX = 15
export const SAVED = 'Saved Successfully!'
const WEBSITE_INVALID = 'Enter a web address that starts with https://'

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return !!url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hostname !== ''
}

/** http or https without credentials. `https://` alone, as the field begins, means none. */
export const Website = Text(2048)
  .transform((text) => (/^https?:\/\/$/.test(text) ? '' : text))
  .refine((text) => text === '' || isWebAddress(text), WEBSITE_INVALID)

/** An image of our own media library, or nothing: pasted addresses are refused. */
const MediaUrl = z
  .string()
  .regex(/^(\/api\/media\/[0-9a-f-]{36}\/file)?$/, 'Upload the image, addresses are not accepted')
const ImageName = Text(255)
const ImageSize = z.int().min(0).max(1_048_576)

/**
 * The fields of the edit form. A field that is not sent stays as it is; an empty one is cleared. Nothing is required
 * (first seed, section 5); `version` guards against overwriting somebody else's change.
 */
export const OrganizationEdit = z.object({
  _id: Id.optional(),
  orgName: Text(ORGANIZATION_NAME_MAX).optional(),
  orgShortName: Text(SHORT_NAME_MAX).optional(),
  orgType: z.union([OrganizationType, z.literal('')]).optional(),
  orgEmail: z.union([z.literal(''), Email], { error: 'Enter valid email address' }).optional(),
  orgWebsite: Website.optional(),
  orgAdmin: Text(100).optional(),
  orgStatus: OrganizationStatus.optional(),
  orgAddress: z
    .object({
      line1: Text(100),
      line2: Text(50),
      city: Text(50),
      state: Text(50).transform(stateCode),
      country: Text(56),
      postalCode: Text(10),
    })
    .partial()
    .optional(),
  phoneFax: z.object({ primaryPhone: OptionalPhone, secondaryPhone: OptionalPhone }).partial().optional(),
  orgIcon: z.object({ iconName: ImageName, iconSize: ImageSize, iconUrl: MediaUrl }).partial().optional(),
  orgLogo: z.object({ logoName: ImageName, logoSize: ImageSize, logoUrl: MediaUrl }).partial().optional(),
  referredBy: Text(100).optional(),
  /** Why the status changes; kept with the change. */
  note: LongText(200).optional(),
  version: z.int().optional(),
} satisfies Record<RootOf<OrganizationField> | '_id' | 'note' | 'version', z.ZodType>)
export type OrganizationEdit = z.infer<typeof OrganizationEdit>

const oneOrganization = z.object({ id: Id })

export const editOrganization = {
  /** 409 CONFLICT with the current row in `current` when `version` is stale. */
  updateOrganization: endpoint({
    method: 'PUT',
    path: '/hikmah/organizations/:id',
    allow: 'organizations.update',
    params: oneOrganization,
    body: OrganizationEdit,
    response: Organization,
  }),
  changeOrganizationStatus: endpoint({
    method: 'PUT',
    path: '/hikmah/organizations/:id/status',
    allow: 'organizations.change-status',
    params: oneOrganization,
    body: z.object({ status: OrganizationStatus, note: LongText(200).optional(), version: z.int().optional() }),
    response: Organization,
  }),
}
