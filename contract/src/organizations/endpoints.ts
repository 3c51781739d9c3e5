import { z } from 'zod'
import { LongText, listOf, listQuery, Moment, RequiredText, TimeZone } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { UNDO_S } from '../tax-verification/rules.ts'
import { MAX_LOGOS } from './logos.ts'
import {
  Correspondence,
  DashboardCards,
  Duplicates,
  DuplicatesQuery,
  ListedOrganization,
  LogoMatch,
  Organization,
  OrganizationEdit,
  OrganizationLetters,
  OrganizationStatus,
} from './schemas.ts'
import { billingMarks, EIN_OF_MANAGERS, organizationSorts, organizationStatuses, SAVED } from './words.ts'

/** `joinedFrom` (included) and `joinedTo` (excluded) narrow the list to the rows a dashboard card counts. */
export const OrganizationsQuery = listQuery(organizationStatuses, organizationSorts).extend({
  joinedFrom: Moment.optional(),
  joinedTo: Moment.optional(),
  billing: z.enum(billingMarks).optional(),
})

export const organizations = describeEndpoints('Organizations', {
  listOrganizations: {
    call: 'GET /hikmah/getAllOrganizations',
    summary: 'List organizations',
    description:
      'Without parameters the whole array is streamed, newest first, each organization with phones, website, images, tax status and agreement logs; with any of them a page of rows without these, with `meta`.',
    example: { query: { status: 'approved', sort: '-createdAt', page: 1, limit: 20 } },
    allow: 'organizations.read',
    query: OrganizationsQuery,
    ...listOf(ListedOrganization),
  },
  readOrganization: {
    call: 'GET /hikmah/organizationById/:id',
    isFirstOfList: true,
    summary: 'Get an organization',
    description: EIN_OF_MANAGERS,
    allow: 'organizations.read',
    response: Organization,
  },
  listCorrespondence: {
    call: 'GET /hikmah/organizations/:id/correspondence',
    summary: 'List the emails and inquiries of an organization',
    description:
      'Newest first, three unless `limit` asks for more: emails to it, to its team and for its invite, and what was asked on the website from its address or one of its team, without suspected spam. Managers get the inquiries alone.',
    example: { query: { limit: 3 } },
    allow: 'organizations.read',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).optional() }),
    response: z.array(Correspondence),
    meta: z.object({ emails: z.int(), inquiries: z.int() }),
  },
  readDashboardCards: {
    call: 'GET /hikmah/organizationsCardData',
    summary: 'Get the dashboard',
    description: 'Months and years begin in the IANA time zone `tz`, or in UTC without it.',
    allow: 'dashboard.read',
    query: z.object({ tz: TimeZone.optional() }),
    response: DashboardCards,
  },
  findDuplicates: {
    call: 'GET /hikmah/organizations/duplicates',
    summary: 'Find organizations that may be the same',
    description:
      'By EIN, phone, web domain, or a name that is nearly equal in the same city, or anywhere while no city is known. For managers the EIN is not compared.',
    example: { query: { phone: '+15105550142', orgName: 'Masjid an-Noor', city: 'Fremont', state: 'CA' } },
    allow: 'organizations.read',
    query: DuplicatesQuery,
    response: Duplicates,
  },
  matchLogos: {
    call: 'POST /hikmah/organizations/logos/match',
    summary: 'Match logo files with organizations',
    description:
      'By names of files, such as icfremont.png: the organization with that shortname, in any case, or that id. Several organizations may have one shortname. Nothing is saved or fetched: upload each file with `POST /media`, and update its organization with the `orgLogo` that this answers.',
    example: { body: { files: ['icfremont.png', 'masjid-noor.webp'] } },
    allow: 'organizations.update',
    body: z.object({ files: z.array(RequiredText(255)).min(1).max(MAX_LOGOS) }),
    response: z.array(LogoMatch),
  },
  updateOrganization: {
    call: 'PUT /hikmah/organizations/:id',
    summary: 'Update an organization',
    description:
      'Saves the fields that are sent. Without `version` the last write wins. A new email address is mailed to the former one and to the new one. A new status is mailed as the call for it says.',
    example: {
      body: {
        orgName: 'Masjid al-Huda',
        orgAddress: { city: 'Fremont', state: 'CA' },
        phoneFax: { primaryPhone: '+1 510-555-0142' },
        version: 3,
      },
    },
    allow: 'organizations.update',
    body: OrganizationEdit,
    response: Organization,
    conflict: Organization,
    message: SAVED,
  },
  previewOrganizationLetters: {
    call: 'POST /hikmah/organizations/:id/preview',
    summary: 'Preview the emails of an edit',
    description:
      'The emails that saving these fields would send: about another status, and to both addresses about another email. Nothing is saved.',
    example: { body: { orgStatus: 'blocked' } },
    allow: 'organizations.update',
    body: OrganizationEdit,
    response: OrganizationLetters,
  },
  changeOrganizationStatus: {
    call: 'PUT /hikmah/organizations/:id/status',
    summary: 'Change the status of an organization',
    description: `\`note\` is the reason and is kept in the history, not mailed. The organization is mailed that it is approved, blocked or unblocked, ${UNDO_S} seconds later: changing the status back until then takes the email back. While it is blocked, other emails to it and invites to its team wait; those that still hold follow once it is unblocked.`,
    example: { body: { status: 'approved', note: 'All documents received', version: 3 } },
    allow: 'organizations.change-status',
    body: z.object({ status: OrganizationStatus, note: LongText(200).optional(), version: z.int().optional() }),
    response: Organization,
    conflict: Organization,
    message: SAVED,
  },
})
