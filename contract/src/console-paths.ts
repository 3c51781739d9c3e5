import type { inviteSearch } from './invites/search.ts'
import type { organizationSearch } from './organizations/search.ts'
import type { SearchOf } from './search.ts'

/** The addresses of the console that the server names, in letters, notices and on cards. */
export const consolePaths = {
  signIn: '/login',
  acceptInvite: '/accept-invite',
  acceptTeamInvite: '/accept-team-invite',
  organization: (id: string) => `/organization-detail-${id}`,
  taxReview: (organizationId: string) => `/varify-ein/${organizationId}`,
  demoRequest: (id: string) => `/request-details-${id}`,
  contactInquiry: (id: string) => `/communication/contact-us-details?id=${id}`,
}

/** What the dashboard's address carries: the tab, and the search of its list. */
export const dashboardTab = {
  organizations: (search: SearchOf<typeof organizationSearch>) => ({ tab: '0', ...search }),
  invites: (search: SearchOf<typeof inviteSearch>) => ({ tab: '1', ...search }),
}
