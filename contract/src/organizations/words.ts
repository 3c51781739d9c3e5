import type { OrganizationStatus } from './schemas.ts'

export const organizationStatuses = ['approved', 'onboarding', 'blocked'] as const

export const organizationStatusLabels: Record<OrganizationStatus, string> = {
  approved: 'Approved',
  onboarding: 'Onboarding',
  blocked: 'Blocked',
}

export const organizationSorts = ['orgName', 'orgType', 'createdAt', 'city', 'orgStatus'] as const
export const organizationTypes = ['Masjid/Islamic Center', 'Madarsa/Islamic Center', 'Others'] as const
/** In what two organizations may be one, the surest first. */
export const duplicateSigns = ['ein', 'phone', 'website', 'name'] as const
export const MAX_ORGANIZATION_NAME = 50
export const MAX_SHORT_NAME = 15
export const SAVED = 'Saved Successfully!'
export const WEBSITE_INVALID = 'Enter a web address such as https://masjid.example'

/** What an organization is called; its name may be empty, as nothing is required of it. */
export const organizationName = (orgName: string) => orgName || 'Organization without a name'

export const blockedBecause = (orgName: string) => `${organizationName(orgName)} is blocked and cannot receive devices`

/**
 * What staff edit of an organization, each by its path, with its one name: in the form, in a conflict of two edits,
 * among the facts and in the audit trail. What must know every field is checked against this table by the types.
 */
export const organizationFields = {
  orgName: 'Organization Name',
  orgShortName: 'Shortname',
  orgType: 'Org Type',
  orgEmail: 'Org Email',
  orgWebsite: 'Website',
  orgAdmin: 'Admin name',
  orgStatus: 'Org Status',
  'orgAddress.line1': 'Address line 1',
  'orgAddress.line2': 'Suite',
  'orgAddress.city': 'City',
  'orgAddress.state': 'State',
  'orgAddress.country': 'Country',
  'orgAddress.postalCode': 'Postal code',
  'phoneFax.primaryPhone': 'Primary phone',
  'phoneFax.secondaryPhone': 'Secondary phone',
  orgIcon: 'Icon',
  orgLogo: 'Logo',
  referredBy: 'Referred By',
} as const
export type OrganizationField = keyof typeof organizationFields

/** An image is one field of the form and three of the audit trail. */
export const organizationImageFields = {
  'orgIcon.iconUrl': 'Icon',
  'orgIcon.iconName': 'Icon name',
  'orgIcon.iconSize': 'Icon size',
  'orgLogo.logoUrl': 'Logo',
  'orgLogo.logoName': 'Logo name',
  'orgLogo.logoSize': 'Logo size',
} as const

/** What an edit stores; the status has a verb of its own. */
export type StoredOrganizationField =
  | Exclude<OrganizationField, 'orgStatus' | 'orgIcon' | 'orgLogo'>
  | keyof typeof organizationImageFields
