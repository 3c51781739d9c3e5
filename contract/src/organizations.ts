import { z } from 'zod'
import { Id, ListMeta, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { OrganizationStatus, OrganizationsQuery } from './list-queries.ts'
import { TaxStatus } from './tax-status.ts'

export const OrganizationType = z.enum(['Masjid/Islamic Center', 'Madarsa/Islamic Center', 'Others'])

export const Address = z.object({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  /** Two letters for a US state or territory. */
  state: z.string(),
  country: z.string(),
  postalCode: z.string(),
})
export type Address = z.infer<typeof Address>

export const OrganizationIcon = z.object({ iconName: z.string(), iconSize: z.int(), iconUrl: z.string() })
export const OrganizationLogo = z.object({ logoName: z.string(), logoSize: z.int(), logoUrl: z.string() })

/** A row of the organizations list. */
export const OrganizationRow = z.object({
  _id: Id,
  orgName: z.string(),
  orgShortName: z.string(),
  orgType: z.string(),
  orgEmail: z.string(),
  orgAdmin: z.string(),
  orgStatus: OrganizationStatus,
  createdAt: Timestamp,
  orgAddress: Address,
})
export type OrganizationRow = z.infer<typeof OrganizationRow>

export const AgreementLog = z.object({
  _id: Id,
  user: z.string(),
  logType: z.enum(['agreement', 'terms']),
  createdAt: Timestamp,
  ipAddress: z.string(),
  browser: z.string(),
  operatingSystem: z.string(),
  device: z.string(),
  log: z.string(),
})
export type AgreementLog = z.infer<typeof AgreementLog>

export const StatusChange = z.object({
  from: OrganizationStatus.nullable(),
  to: OrganizationStatus,
  at: Timestamp,
  by: z.string(),
  note: z.string(),
})

export const Organization = OrganizationRow.extend({
  orgWebsite: z.string(),
  phoneFax: z.object({ primaryPhone: z.string(), secondaryPhone: z.string() }),
  orgIcon: OrganizationIcon,
  orgLogo: OrganizationLogo,
  deen_fund_side_info: z.object({}),
  referredBy: z.string(),
  taxIdStatus: TaxStatus,
  registration: z.object({ agreement: z.object({ logs: z.array(AgreementLog) }) }),
  /** Newest first. */
  statusChanges: z.array(StatusChange),
  memberCounts: z.object({ active: z.int(), inactive: z.int() }),
  /** The invite it came from, where there was one. */
  inviteId: Id.nullable(),
  version: z.int(),
})
export type Organization = z.infer<typeof Organization>

/**
 * `data` is the figure, `percentage` a whole number against `previous` (100 where it was 0 and now is not, 0 where
 * both are 0). `list` is the query of the list that shows the same rows.
 */
const Card = z.object({
  data: z.int(),
  percentage: z.int(),
  previous: z.int(),
  list: z.record(z.string(), z.string()),
})

export const DashboardCards = z.object({
  /** Joined this calendar month against last month. */
  newOrgsCard: Card,
  /** Onboarding now against the end of last month. */
  onBoardingCard: Card,
  /** Approved now against the end of last year. */
  activeCard: Card,
  /** Invites sent this year; `percentage` is the share of them that was accepted, `previous` their number. */
  inviteCard: Card,
  /** Organizations whose EIN or exemption waits for a decision, against a week ago. */
  reviewsCard: Card.extend({ oldestSubmittedAt: Timestamp.nullable() }),
})
export type DashboardCards = z.infer<typeof DashboardCards>

const oneOrganization = z.object({ id: Id })

/** Asked of Intl itself: its list of zones lacks the other names, as Asia/Kolkata, that browsers send. */
function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

export const organizations = {
  /** Without parameters the whole array is streamed, newest first; with any of them a page with `meta`. */
  listOrganizations: endpoint({
    method: 'GET',
    path: '/hikmah/getAllOrganizations',
    allow: 'organizations.read',
    query: OrganizationsQuery,
    response: z.array(OrganizationRow),
    meta: ListMeta,
  }),
  readOrganization: endpoint({
    method: 'GET',
    path: '/hikmah/organizationById/:id',
    allow: 'organizations.read',
    params: oneOrganization,
    response: Organization,
  }),
  /** Months and years begin in `tz`, an IANA zone; UTC when not given. */
  readDashboardCards: endpoint({
    method: 'GET',
    path: '/hikmah/organizationsCardData',
    allow: 'dashboard.read',
    query: z.object({
      tz: z.string().max(64).refine(isTimeZone, 'Not a time zone').optional(),
    }),
    response: DashboardCards,
  }),
}
