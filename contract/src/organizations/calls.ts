import { type Calls, callsOf } from '../endpoint.ts'
import type { organizations as endpoints } from './endpoints.ts'

export const paths = {
  listOrganizations: { method: 'GET', path: '/hikmah/getAllOrganizations' },
  readOrganization: { method: 'GET', path: '/hikmah/organizationById/:id', isFirstOfList: true },
  readDashboardCards: { method: 'GET', path: '/hikmah/organizationsCardData' },
  findDuplicates: { method: 'GET', path: '/hikmah/organizations/duplicates' },
  updateOrganization: { method: 'PUT', path: '/hikmah/organizations/:id' },
  changeOrganizationStatus: { method: 'PUT', path: '/hikmah/organizations/:id/status' },
} as const satisfies Calls

export const organizations = callsOf<typeof endpoints>(paths)
