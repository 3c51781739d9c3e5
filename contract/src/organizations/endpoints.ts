import { z } from 'zod'
import { Id, ListMeta, LongText } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import {
  DashboardCards,
  isTimeZone,
  Organization,
  OrganizationEdit,
  OrganizationRow,
  OrganizationStatus,
  OrganizationsQuery,
} from './schemas.ts'
import { SAVED } from './words.ts'

const oneOrganization = z.object({ id: Id })

export const organizations = describeEndpoints(paths, {
  /** Without parameters the whole array is streamed, newest first; with any of them a page with `meta`. */
  listOrganizations: {
    allow: 'organizations.read',
    query: OrganizationsQuery,
    response: z.array(OrganizationRow),
    meta: ListMeta,
  },
  readOrganization: {
    allow: 'organizations.read',
    params: oneOrganization,
    response: Organization,
  },
  /** Months and years begin in `tz`, an IANA zone; UTC when not given. */
  readDashboardCards: {
    allow: 'dashboard.read',
    query: z.object({
      tz: z.string().max(64).refine(isTimeZone, 'Not a time zone').optional(),
    }),
    response: DashboardCards,
  },
  /** 409 CONFLICT with the current row in `current` when `version` is stale. */
  updateOrganization: {
    allow: 'organizations.update',
    params: oneOrganization,
    body: OrganizationEdit,
    response: Organization,
    conflict: Organization,
    message: SAVED,
  },
  changeOrganizationStatus: {
    allow: 'organizations.change-status',
    params: oneOrganization,
    body: z.object({ status: OrganizationStatus, note: LongText(200).optional(), version: z.int().optional() }),
    response: Organization,
    conflict: Organization,
    message: SAVED,
  },
})
