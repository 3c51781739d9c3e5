import type { z } from 'zod'
import type { InvitesQuery } from './invites/endpoints.ts'
import type { OrganizationsQuery } from './organizations/endpoints.ts'

/** Those that the server uses in letters, notices and on cards. */
export const consolePaths = {
  signIn: '/login',
  acceptInvite: '/accept-invite',
  acceptTeamInvite: '/accept-team-invite',
  paymentMethod: (token: string) => `/payment-method/${token}`,
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  preferences: '/admin-profile?tab=1',
  submitPapers: (token: string) => `/submit-papers/${token}`,
  organization: (id: string) => `/organization-detail-${id}`,
  organizationCustomer: (id: string) => `/organization-detail-${id}?tab=4`,
  taxReview: (organizationId: string) => `/varify-ein/${organizationId}`,
  changedReviews: '/reviews?status=changed',
  demoRequest: (id: string) => `/request-details-${id}`,
  addApplication: '/add-product',
  application: (id: string) => `/edit-product/${id}`,
  addIntegration: '/add-integration',
  integration: (id: string) => `/edit-integration/${id}`,
  receipt: (invoiceId: string, orgId: string) => `/organization/orders/payment-receipt?id=${invoiceId}&orgId=${orgId}`,
  order: (id: string) => `/order/order-details?id=${id}`,
  disputes: '/disputes',
  campaign: (id: string) => `/campaign-details?id=${id}`,
  contactInquiry: (id: string) => `/communication/contact-us-details?id=${id}`,
}

const publicPaths: ReadonlySet<string> = new Set([
  consolePaths.signIn,
  '/otp',
  consolePaths.acceptInvite,
  consolePaths.acceptTeamInvite,
  '/change-password',
])

/** Pages for everybody, in a small bundle of their own. */
export const isPublicPath = (path: string) => publicPaths.has(path) || hasSecret(path)

/** Whoever has the address needs no account. */
export const hasSecret = (path: string) => secretPaths.some((pathOf) => path.startsWith(pathOf('')))

const secretPaths = [consolePaths.submitPapers, consolePaths.paymentMethod, consolePaths.unsubscribe]

export const dashboardTab = {
  organizations: <const S extends Partial<z.output<typeof OrganizationsQuery>>>(search: S) => ({ tab: '0', ...search }),
  invites: <const S extends Partial<z.output<typeof InvitesQuery>>>(search: S) => ({ tab: '1', ...search }),
}
