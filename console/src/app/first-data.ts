import { contactInquiries } from '@hikmah/contract/contact-inquiries/calls'
import { demoRequests } from '@hikmah/contract/demo-requests/calls'
import { hardware } from '@hikmah/contract/hardware/calls'
import { organizations } from '@hikmah/contract/organizations/calls'
import { staff } from '@hikmah/contract/staff/calls'
import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import type { QueryClient } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { pageOf } from '../kit/list/list-search.ts'

/** A page as the router knows it before it is loaded. */
export interface Match {
  fullPath: string
  params: Record<string, string>
  search: Record<string, unknown>
}

type Read = ReturnType<typeof read>

/** What the screens ask for first, under the same keys; a page that is not here asks when it has come itself. */
const first: Record<string, (match: Match) => unknown[]> = {
  '/dashboard': ({ search: { tab, ...search } }) =>
    tab === '1' ? [] : [read(organizations.listOrganizations, { query: pageOf(search) })],
  '/admin-organization': ({ search }) => [read(organizations.listOrganizations, { query: pageOf(search) })],
  '/organization-detail-{$id}': ({ params: { id = '' } }) => [read(organizations.readOrganization, { params: { id } })],
  '/reviews': ({ search }) => [read(taxVerification.listTaxReviews, { query: pageOf(search) })],
  '/varify-ein/{$orgId}': ({ params: { orgId = '' } }) => [
    read(taxVerification.readTaxStatus, { params: { orgId } }),
    read(organizations.readOrganization, { params: { id: orgId } }),
  ],
  '/hardware': ({ search }) => [read(hardware.listDevices, { query: pageOf(search) })],
  '/hardware-details/$id': ({ params: { id = '' } }) => [read(hardware.readDevice, { params: { id } })],
  '/team-members': ({ search }) => [read(staff.listStaff, { query: pageOf(search) })],
  '/communication': ({ search }) => [read(demoRequests.listDemoRequests, { query: pageOf(search) })],
  '/communication/contact-us': ({ search }) => [read(contactInquiries.listInquiries, { query: pageOf(search) })],
}

/** Asks for a page's data while the page itself is on its way. */
export function askFirst(queryClient: QueryClient, match: Match) {
  for (const query of first[match.fullPath]?.(match) ?? []) void queryClient.prefetchQuery(query as Read)
}
