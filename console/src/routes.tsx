import { inquirySearch } from '@hikmah/contract/contact-inquiries/search'
import { demoRequestSearch } from '@hikmah/contract/demo-requests/search'
import { deviceSearch } from '@hikmah/contract/hardware/search'
import { organizationSearch } from '@hikmah/contract/organizations/search'
import { staffSearch } from '@hikmah/contract/staff/search'
import { taxReviewSearch } from '@hikmah/contract/tax-verification/search'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { ConsoleLayout } from './app/ConsoleLayout.tsx'
import { PageFailure } from './app/PageFailure.tsx'
import { PageNotFound } from './app/PageNotFound.tsx'
import { requireSession } from './app/require-session.ts'
import { ActivitySearch, AuditSearch } from './audit/activity-search.ts'
import { InquirySearch } from './contact-inquiries/inquiry-search.ts'
import { dashboardSearch } from './dashboard/dashboard-search.ts'
import { idParams } from './kit/api/id-params.ts'
import { searchOf } from './kit/list/list-search.ts'
import { OrganizationSearch } from './organization-detail/organization-search.ts'
import { ProfileSearch } from './profile/profile-search.ts'
import { ResetSearch, VerifySearch } from './staff/staff-search.ts'

/*
 * THE SITEMAP: every address of the console and its screen. The five public pages (/login, /otp, /accept-invite,
 * /accept-team-invite, /change-password) are in app/start-public.tsx, because they do without the router.
 */

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

/** Everything behind the sign-in, in the frame. */
const console = createRoute({
  getParentRoute: () => root,
  id: 'console',
  component: ConsoleLayout,
  beforeLoad: requireSession,
})

const sessions = createRoute({
  getParentRoute: () => console,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./sign-in/SessionList.tsx'), 'SessionList'),
})

const dashboard = createRoute({
  getParentRoute: () => console,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('./dashboard/Dashboard.tsx'), 'Dashboard'),
})

const organizationList = createRoute({
  getParentRoute: () => console,
  path: '/admin-organization',
  validateSearch: searchOf(organizationSearch),
  component: lazyRouteComponent(() => import('./organizations/OrganizationList.tsx'), 'OrganizationList'),
})

const organizationDetail = createRoute({
  getParentRoute: () => console,
  path: '/organization-detail-{$id}',
  params: idParams('id'),
  validateSearch: searchOf(OrganizationSearch),
  component: lazyRouteComponent(() => import('./organization-detail/OrganizationPage.tsx'), 'OrganizationPage'),
})

const organizationActivity = createRoute({
  getParentRoute: () => console,
  path: '/organization-activity-{$id}',
  params: idParams('id'),
  validateSearch: searchOf(ActivitySearch),
  component: lazyRouteComponent(() => import('./audit/ActivityPage.tsx'), 'ActivityPage'),
})

const addTeamMember = createRoute({
  getParentRoute: () => console,
  path: '/add-team-member-{$orgId}',
  params: idParams('orgId'),
  component: lazyRouteComponent(() => import('./organization-team/AddMember.tsx'), 'AddMember'),
})

const editTeamMember = createRoute({
  getParentRoute: () => console,
  path: '/edit-team-member-{$memberId}',
  params: idParams('memberId'),
  component: lazyRouteComponent(() => import('./organization-team/EditMember.tsx'), 'EditMember'),
})

const reviews = createRoute({
  getParentRoute: () => console,
  path: '/reviews',
  validateSearch: searchOf(taxReviewSearch),
  component: lazyRouteComponent(() => import('./tax-verification/TaxReviewList.tsx'), 'TaxReviewList'),
})

const varifyEin = createRoute({
  getParentRoute: () => console,
  path: '/varify-ein/{$orgId}',
  params: idParams('orgId'),
  component: lazyRouteComponent(() => import('./tax-verification/TaxReviewPage.tsx'), 'TaxReviewPage'),
})

const varifyTaxExemption = createRoute({
  getParentRoute: () => console,
  path: '/varify-tax-exemption',
  component: lazyRouteComponent(() => import('./tax-verification/ExemptionDraft.tsx'), 'ExemptionDraft'),
})

const inviteOrganization = createRoute({
  getParentRoute: () => console,
  path: '/invite-organization',
  component: lazyRouteComponent(() => import('./invites/InviteOrganization.tsx'), 'InviteOrganization'),
})

const resendInvite = createRoute({
  getParentRoute: () => console,
  path: '/invite-organization-{$id}',
  params: idParams('id'),
  component: lazyRouteComponent(() => import('./invites/ResendInvite.tsx'), 'ResendInvite'),
})

const organizationEdit = createRoute({
  getParentRoute: () => console,
  path: '/edit-organization-detail-{$id}',
  params: idParams('id'),
  component: lazyRouteComponent(() => import('./organizations/OrganizationEditPage.tsx'), 'OrganizationEditPage'),
})

const hardwareList = createRoute({
  getParentRoute: () => console,
  path: '/hardware',
  validateSearch: searchOf(deviceSearch),
  component: lazyRouteComponent(() => import('./hardware/HardwareList.tsx'), 'HardwareList'),
})

const addHardware = createRoute({
  getParentRoute: () => console,
  path: '/add-hardware',
  component: lazyRouteComponent(() => import('./hardware/AddHardware.tsx'), 'AddHardware'),
})

const editHardware = createRoute({
  getParentRoute: () => console,
  path: '/edit-hardware/$id',
  component: lazyRouteComponent(() => import('./hardware/EditHardware.tsx'), 'EditHardware'),
})

const hardwareDetails = createRoute({
  getParentRoute: () => console,
  path: '/hardware-details/$id',
  component: lazyRouteComponent(() => import('./hardware/HardwareDetails.tsx'), 'HardwareDetails'),
})

const assignHardware = createRoute({
  getParentRoute: () => console,
  path: '/assign-hardware/$id',
  validateSearch: searchOf({ page: deviceSearch.page, limit: deviceSearch.limit }),
  component: lazyRouteComponent(() => import('./hardware/AssignedHardware.tsx'), 'AssignedHardware'),
})

const selectHardware = createRoute({
  getParentRoute: () => console,
  path: '/select-hardware/$id',
  component: lazyRouteComponent(() => import('./hardware/SelectHardware.tsx'), 'SelectHardware'),
})

const staffList = createRoute({
  getParentRoute: () => console,
  path: '/team-members',
  validateSearch: searchOf(staffSearch),
  component: lazyRouteComponent(() => import('./staff/StaffList.tsx'), 'StaffList'),
})

const addStaff = createRoute({
  getParentRoute: () => console,
  path: '/add-finance-team-member',
  component: lazyRouteComponent(() => import('./staff/AddStaff.tsx'), 'AddStaff'),
})

const verifyStaff = createRoute({
  getParentRoute: () => console,
  path: '/verify-team-member-code',
  validateSearch: searchOf(VerifySearch),
  component: lazyRouteComponent(() => import('./staff/VerifyStaff.tsx'), 'VerifyStaff'),
})

const editStaff = createRoute({
  getParentRoute: () => console,
  path: '/edit-finance-team-member/{$id}',
  params: idParams('id'),
  component: lazyRouteComponent(() => import('./staff/EditStaff.tsx'), 'EditStaff'),
})

const resetCode = createRoute({
  getParentRoute: () => console,
  path: '/team-members/reset-password-cod',
  validateSearch: searchOf(ResetSearch),
  component: lazyRouteComponent(() => import('./staff/ResetCode.tsx'), 'ResetCode'),
})

const resetPassword = createRoute({
  getParentRoute: () => console,
  path: '/team-members/reset-password',
  validateSearch: searchOf(ResetSearch),
  component: lazyRouteComponent(() => import('./staff/ResetPassword.tsx'), 'ResetPassword'),
})

const roles = createRoute({
  getParentRoute: () => console,
  path: '/roles',
  component: lazyRouteComponent(() => import('./roles/RoleMatrix.tsx'), 'RoleMatrix'),
})

const auditTrail = createRoute({
  getParentRoute: () => console,
  path: '/audit',
  validateSearch: searchOf(AuditSearch),
  component: lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
})

const adminProfile = createRoute({
  getParentRoute: () => console,
  path: '/admin-profile',
  validateSearch: searchOf(ProfileSearch),
  component: lazyRouteComponent(() => import('./profile/AdminProfile.tsx'), 'AdminProfile'),
})

const editProfile = createRoute({
  getParentRoute: () => console,
  path: '/edit-profile',
  component: lazyRouteComponent(() => import('./profile/EditProfile.tsx'), 'EditProfile'),
})

const demoRequestList = createRoute({
  getParentRoute: () => console,
  path: '/communication',
  validateSearch: searchOf(demoRequestSearch),
  component: lazyRouteComponent(() => import('./demo-requests/DemoRequestList.tsx'), 'DemoRequestList'),
})

const demoRequestDetails = createRoute({
  getParentRoute: () => console,
  path: '/request-details-{$id}',
  params: idParams('id'),
  component: lazyRouteComponent(() => import('./demo-requests/DemoRequestPage.tsx'), 'DemoRequestPage'),
})

const assignDemoRequest = createRoute({
  getParentRoute: () => console,
  path: '/request-respond-{$id}',
  params: idParams('id'),
  component: lazyRouteComponent(() => import('./demo-requests/AssignDemoRequest.tsx'), 'AssignDemoRequest'),
})

const inquiryList = createRoute({
  getParentRoute: () => console,
  path: '/communication/contact-us',
  validateSearch: searchOf(inquirySearch),
  component: lazyRouteComponent(() => import('./contact-inquiries/InquiryList.tsx'), 'InquiryList'),
})

const inquiryDetails = createRoute({
  getParentRoute: () => console,
  path: '/communication/contact-us-details',
  validateSearch: searchOf(InquirySearch),
  component: lazyRouteComponent(() => import('./contact-inquiries/InquiryPage.tsx'), 'InquiryPage'),
})

const respondToInquiry = createRoute({
  getParentRoute: () => console,
  path: '/communication/contact-us-respond',
  validateSearch: searchOf(InquirySearch),
  component: lazyRouteComponent(() => import('./contact-inquiries/RespondToInquiry.tsx'), 'RespondToInquiry'),
})

const HOME = '/dashboard'

/** Any other address opens the dashboard. */
const unknown = createRoute({
  getParentRoute: () => console,
  path: '$',
  beforeLoad: ({ location }) => {
    if (location.pathname === HOME) throw notFound()
    throw redirect({ href: HOME, replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => console,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: HOME, replace: true })
  },
})

const routeTree = root.addChildren([
  console.addChildren([
    dashboard,
    organizationList,
    inviteOrganization,
    resendInvite,
    organizationEdit,
    sessions,
    organizationDetail,
    organizationActivity,
    addTeamMember,
    editTeamMember,
    reviews,
    varifyEin,
    varifyTaxExemption,
    hardwareList,
    addHardware,
    editHardware,
    hardwareDetails,
    assignHardware,
    selectHardware,
    staffList,
    addStaff,
    verifyStaff,
    editStaff,
    resetCode,
    resetPassword,
    roles,
    auditTrail,
    adminProfile,
    editProfile,
    demoRequestList,
    demoRequestDetails,
    assignDemoRequest,
    inquiryList,
    inquiryDetails,
    respondToInquiry,
    home,
    unknown,
  ]),
])

/** The address as plain text, `?q=123&page=2`: the schemas of the lists know what is a number. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))

function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') text.set(name, String(value))
  }
  return text.size > 0 ? `?${text}` : ''
}

export const createConsoleRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: PageNotFound,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
