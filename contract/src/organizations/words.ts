import type { Address } from '../addresses.ts'
import { isolatedInEnglish } from '../isolates.ts'
import { keysOf } from '../words.ts'

export const EIN_OF_MANAGERS = 'Managers see only the end of the EIN.'

export const organizationStatusLabels = {
  approved: 'Approved',
  onboarding: 'Onboarding',
  blocked: 'Blocked',
}
type OrganizationStatus = keyof typeof organizationStatusLabels
export const organizationStatuses = keysOf(organizationStatusLabels)

export const organizationStatusTones = {
  approved: 'success',
  onboarding: 'warning',
  blocked: 'danger',
} as const satisfies Record<OrganizationStatus, string>

export const organizationSorts = ['orgName', 'orgType', 'createdAt', 'city', 'orgStatus'] as const
export const organizationTypes = ['Masjid/Islamic Center', 'Madarsa/Islamic Center', 'Others'] as const
/** The signs that two organizations may be the same, the surest first. */
export const duplicateSigns = ['ein', 'phone', 'website', 'name'] as const
export const MAX_ORGANIZATION_NAME = 50
export const MAX_SHORT_NAME = 15
export const SAVED = 'Saved Successfully!'
export const MAY_NOT_EDIT_ORGANIZATIONS = 'Only owners and admins can edit organizations'
export const WEBSITE_INVALID = 'Enter a web address such as https://masjid.example'

/** The name may be empty, as nothing is required of an organization. */
export const organizationName = (orgName: string) => orgName || 'Organization without a name'
/** Inside a sentence; where it stands alone, an element isolates it. */
export const nameInText = (orgName: string) => isolatedInEnglish(organizationName(orgName))

/** An address on one line, as a submission of tax papers freezes it. */
export const addressLine = ({ line1, line2, city, state, postalCode, country }: Address) =>
  [line1, line2, city, `${state} ${postalCode}`.trim(), country].filter(Boolean).join(', ')

export const isBlocked = (status: OrganizationStatus) => status === 'blocked'
/** Whether approving it is the next step: both of its reviews are, and it still waits for that itself. */
export const isReadyForApproval = ({ orgStatus, taxIdStatus }: ApprovalState) =>
  orgStatus === 'onboarding' &&
  taxIdStatus.taxIdEinDetail.status === 'Approved' &&
  taxIdStatus.taxExemptDetail.status === 'Approved'
export const APPROVE_ORGANIZATION = 'Approve organization'
interface ApprovalState {
  orgStatus: OrganizationStatus
  taxIdStatus: Record<'taxIdEinDetail' | 'taxExemptDetail', { status: string | null }>
}

/** What becomes of an invite to its team meanwhile. */
export const inviteWaits = (orgName: string) => `The invite waits until ${nameInText(orgName)} is unblocked.`
export const blockedBecause = (orgName: string) => `${organizationName(orgName)} is blocked and cannot receive devices`

/** What staff edit, with its name in the form, a conflict, the facts and the audit trail, whose types follow this table. */
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

/** The fields that an edit stores; the status has a verb of its own. */
export type StoredOrganizationField =
  | Exclude<OrganizationField, 'orgStatus' | 'orgIcon' | 'orgLogo'>
  | keyof typeof organizationImageFields

/** What a billing person has to look at: something is past due, or the payment method was lost or has expired. */
export const billingMarkLabels = { 'past-due': 'Past due', 'payment-method': 'Payment method lost' }
export type BillingMark = keyof typeof billingMarkLabels
export const billingMarks = keysOf(billingMarkLabels)

/** What the list of an organization's plans is filtered by. */
export const planMarks = [...billingMarks, 'ends', 'trial'] as const
export type PlanMark = (typeof planMarks)[number]
