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
