import { z } from 'zod'
import { Address, AddressEdit } from '../addresses.ts'
import { CodeText, Id, LongText, Text, Timestamp } from '../common.ts'
import { inquiryStatuses } from '../communication/schemas.ts'
import { Figure } from '../dashboard-stats.ts'
import { Email } from '../email.ts'
import { MailStatus } from '../mails.ts'
import { MediaUrl } from '../media.ts'
import { OptionalPhone } from '../phone.ts'
import { TaxEvent, TaxLetter, TaxStatus } from '../tax-verification/schemas.ts'
import { readEin } from '../typed.ts'
import { INVALID_EMAIL, type RootOf } from '../words.ts'
import {
  billingMarks,
  duplicateSigns,
  MAX_ORGANIZATION_NAME,
  MAX_SHORT_NAME,
  type OrganizationField,
  organizationStatuses,
  organizationTypes,
  WEBSITE_INVALID,
} from './words.ts'

export const OrganizationStatus = z.enum(organizationStatuses)
export type OrganizationStatus = z.infer<typeof OrganizationStatus>

export const OrganizationType = z.enum(organizationTypes)

export const OrganizationIcon = z.object({ iconName: z.string(), iconSize: z.int(), iconUrl: z.string() })
export const OrganizationLogo = z.object({ logoName: z.string(), logoSize: z.int(), logoUrl: z.string() })

export const OrganizationRow = z.object({
  _id: Id,
  orgName: z.string(),
  orgShortName: z.string(),
  orgType: z.string(),
  orgEmail: z.string(),
  orgAdmin: z.string(),
  orgStatus: OrganizationStatus,
  createdAt: Timestamp,
  billingMarks: z.array(z.enum(billingMarks)),
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

/** What its own fields do not tell of how far it is set up. */
export const OrganizationSetup = z.object({
  /** The one that it accepted; null where it came without. */
  invite: z.object({ sentAt: Timestamp, acceptedAt: Timestamp }).nullable(),
  /** Those that are billed, and since when the first of them is. */
  plans: z.object({ count: z.int(), since: Timestamp.nullable() }),
  devices: z.object({ count: z.int(), since: Timestamp.nullable() }),
  /** Available devices of the stock. */
  freeDevices: z.int(),
})

const Details = z.object({
  orgWebsite: z.string(),
  phoneFax: z.object({ primaryPhone: z.string(), secondaryPhone: z.string() }),
  orgIcon: OrganizationIcon,
  orgLogo: OrganizationLogo,
  deen_fund_side_info: z.object({}),
  referredBy: z.string(),
  /** The newest hundred, oldest first, and how many there are; `listAgreements` has all. */
  registration: z.object({ agreement: z.object({ logs: z.array(AgreementLog), total: z.int() }) }),
})

/** The whole array carries the entity as the first seed names it; pages carry rows. */
export const ListedOrganization = OrganizationRow.extend({
  ...Details.partial().shape,
  taxIdStatus: TaxStatus.pick({ taxIdEin: true, taxIdEinDetail: true, taxExempt: true, taxExemptDetail: true })
    .extend({
      events: z.array(TaxEvent.pick({ _id: true, eventType: true, status: true, submittedAt: true, messages: true })),
    })
    .optional(),
})
export type ListedOrganization = z.infer<typeof ListedOrganization>

export const Organization = OrganizationRow.extend({
  ...Details.shape,
  taxIdStatus: TaxStatus,
  /** Newest first. */
  statusChanges: z.array(StatusChange),
  memberCounts: z.object({ active: z.int(), inactive: z.int() }),
  setup: OrganizationSetup,
  /** The invite it came from, where there was one. */
  inviteId: Id.nullable(),
  version: z.int(),
})
export type Organization = z.infer<typeof Organization>

const letterShape = { _id: Id, at: Timestamp, title: z.string() }

/** An email to the organization or its team, or what one of them asked on the website. */
export const Correspondence = z.discriminatedUnion('kind', [
  z.object({ ...letterShape, kind: z.literal('email'), to: z.string(), status: MailStatus }),
  z.object({ ...letterShape, kind: z.literal('inquiry'), from: z.string(), status: z.enum(inquiryStatuses) }),
])
export type Correspondence = z.infer<typeof Correspondence>

/** The emails that an edit would send, and how many that waited for the organization to be unblocked follow them. */
export const OrganizationLetters = z.object({ letters: z.array(TaxLetter), waiting: z.int() })

export const DashboardCards = z.object({
  /** Joined this calendar month against last month. */
  newOrgsCard: Figure,
  /** Onboarding now against the end of last month. */
  onBoardingCard: Figure,
  /** Approved now against the end of last year. */
  activeCard: Figure,
  /** Invites sent this year; `percentage` is the share of them that was accepted, `previous` their number. */
  inviteCard: Figure,
  /** Organizations whose EIN or exemption waits for a decision, against a week ago. */
  reviewsCard: Figure.extend({ oldestSubmittedAt: Timestamp.nullable() }),
})
export type DashboardCards = z.infer<typeof DashboardCards>

/** One address typed into another has a scheme, or what is left of one, where its host should end. */
const IS_TWO = /^https?:[\\/]*([^\\/?#]*:[\\/]|https?:)/i

/** Longer than any name of a host, which takes the square of its length to read. */
const LONG_HOST = /^https?:[\\/]*[^\\/?#]{300}/i

/** A name that everybody can look up: it has a dot, and ends in letters, as no number of a machine does. */
const IS_PUBLIC_HOST = /^([a-z\d_]([a-z\d_-]*[a-z\d_])?\.)+(?!localhost\.?$)(xn--[a-z\d-]+|[a-z]{2,})\.?$/

function isWebAddress(text: string): boolean {
  if (IS_TWO.test(text) || LONG_HOST.test(text)) return false
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return url.username === '' && url.password === '' && IS_PUBLIC_HOST.test(url.hostname)
}

/** What is known of an organization so far, as it stands in a form: what is not well-formed yet finds nothing. */
export const DuplicatesQuery = z.object({
  ein: CodeText(20, undefined, readEin).optional(),
  phone: CodeText(40).optional(),
  webLink: Text(2048).optional(),
  orgName: Text(100).optional(),
  city: Text(50).optional(),
  state: Text(50).optional(),
  except: Id.optional(),
})
export type DuplicatesQuery = z.infer<typeof DuplicatesQuery>

export const Duplicate = z.object({
  _id: Id,
  orgName: z.string(),
  orgStatus: OrganizationStatus,
  city: z.string(),
  state: z.string(),
  same: z.array(z.enum(duplicateSigns)),
})
export type Duplicate = z.infer<typeof Duplicate>

export const Duplicates = z.object({
  organizations: z.array(Duplicate),
  /** Four digits, where the IRS lists the EIN in a group exemption: several organizations may have it then. */
  groupExemption: z.string().nullable(),
})
export type Duplicates = z.infer<typeof Duplicates>

export const LogoMatch = z.object({
  file: z.string(),
  /** One, if the file is named after it alone. */
  organizations: z.array(z.object({ _id: Id, orgName: z.string(), hasLogo: z.boolean(), version: z.int() })),
})
export type LogoMatch = z.infer<typeof LogoMatch>

/** http or https to a public host, without credentials. `https://` alone, as the field begins, means none. */
export const Website = Text(2048)
  .transform((text) => (/^https?:\/\/$/.test(text) ? '' : text))
  .refine((text) => text === '' || isWebAddress(text), WEBSITE_INVALID)

const ImageName = Text(255)
const ImageSize = z.int().min(0).max(1_048_576)

/** A field that is not sent stays as it is; an empty one is cleared. Nothing is required (first seed, section 5). */
export const OrganizationEdit = z.object({
  _id: Id.optional(),
  orgName: Text(MAX_ORGANIZATION_NAME).optional(),
  orgShortName: Text(MAX_SHORT_NAME).optional(),
  orgType: z.union([OrganizationType, z.literal('')]).optional(),
  orgEmail: z.union([z.literal(''), Email], { error: INVALID_EMAIL }).optional(),
  orgWebsite: Website.optional(),
  orgAdmin: Text(100).optional(),
  orgStatus: OrganizationStatus.optional(),
  orgAddress: AddressEdit.optional(),
  phoneFax: z.object({ primaryPhone: OptionalPhone, secondaryPhone: OptionalPhone }).partial().optional(),
  orgIcon: z.object({ iconName: ImageName, iconSize: ImageSize, iconUrl: MediaUrl }).partial().optional(),
  orgLogo: z.object({ logoName: ImageName, logoSize: ImageSize, logoUrl: MediaUrl }).partial().optional(),
  referredBy: Text(100).optional(),
  /** Why the status changes; kept with the change. */
  note: LongText(200).optional(),
  version: z.int().optional(),
  /** Sent empty by the seeds' client and ignored. */
  deen_fund_side_info: z.unknown().optional(),
} satisfies Record<RootOf<OrganizationField> | '_id' | 'note' | 'version' | 'deen_fund_side_info', z.ZodType>)
export type OrganizationEdit = z.infer<typeof OrganizationEdit>
