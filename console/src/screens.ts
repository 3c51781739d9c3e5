import { applicationScreens } from './applications/screens.ts'
import { auditScreens } from './audit/screens.ts'
import { campaignScreens } from './campaigns/screens.ts'
import { communicationScreens } from './communication/screens.ts'
import { dashboardScreens } from './dashboard/screens.ts'
import { dashboardStatsScreens } from './dashboard-stats/screens.ts'
import { disputeScreens } from './disputes/screens.ts'
import { financeScreens } from './finance/screens.ts'
import { hardwareScreens } from './hardware/screens.ts'
import { integrationScreens } from './integrations/screens.ts'
import { inviteScreens } from './invites/screens.ts'
import { billingScreens } from './invoices/screens.ts'
import { irsRegistryScreens } from './irs-registry/screens.ts'
import { mediaScreens } from './media/screens.ts'
import { orderScreens } from './orders/screens.ts'
import { organizationDetailScreens } from './organization-detail/screens.ts'
import { organizationPlanScreens } from './organization-plans/screens.ts'
import { organizationTeamScreens } from './organization-team/screens.ts'
import { organizationScreens } from './organizations/screens.ts'
import { paymentScreens } from './payments/screens.ts'
import { productScreens } from './products/screens.ts'
import { profileScreens } from './profile/screens.ts'
import { roleScreens } from './roles/screens.ts'
import { signInScreens } from './sign-in/screens.ts'
import { staffScreens } from './staff/screens.ts'
import { taxVerificationScreens } from './tax-verification/screens.ts'

/**
 * THE SITEMAP: each feature declares its screens and their place in the navigation. The five public pages (/login,
 * /otp, /accept-invite, /accept-team-invite, /change-password) are in public.tsx, because they do not use the router.
 */
export const screens = [
  ...dashboardScreens,
  ...dashboardStatsScreens,
  ...taxVerificationScreens,
  ...communicationScreens,
  ...organizationScreens,
  ...organizationDetailScreens,
  ...organizationTeamScreens,
  ...inviteScreens,
  ...productScreens,
  ...orderScreens,
  ...organizationPlanScreens,
  ...billingScreens,
  ...hardwareScreens,
  ...applicationScreens,
  ...integrationScreens,
  ...campaignScreens,
  ...mediaScreens,
  ...financeScreens,
  ...disputeScreens,
  ...paymentScreens,
  ...irsRegistryScreens,
  ...staffScreens,
  ...roleScreens,
  ...auditScreens,
  ...profileScreens,
  ...signInScreens,
] as const

type Screen = (typeof screens)[number]

/** The address that a screen was declared with: the router fills in `fullPath` only when it is made. */
export const pathOf = ({ options }: Screen) => (options as unknown as { path: Screen['fullPath'] }).path
