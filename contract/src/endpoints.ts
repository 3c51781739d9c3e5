import { acceptInvite } from './accept-invite/endpoints.ts'
import { agreements } from './agreements/endpoints.ts'
import { audit } from './audit/endpoints.ts'
import { contactInquiries } from './contact-inquiries/endpoints.ts'
import { demoRequests } from './demo-requests/endpoints.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { hardware } from './hardware/endpoints.ts'
import { invites } from './invites/endpoints.ts'
import { mails } from './mails/endpoints.ts'
import { media } from './media/endpoints.ts'
import { navigation } from './navigation/endpoints.ts'
import { organizationTeam } from './organization-team/endpoints.ts'
import { organizations } from './organizations/endpoints.ts'
import { profile } from './profile/endpoints.ts'
import { roles } from './roles/endpoints.ts'
import { signIn } from './sign-in/endpoints.ts'
import { staff } from './staff/endpoints.ts'
import { taxVerification } from './tax-verification/endpoints.ts'

/** Every endpoint by name, for the guards, the OpenAPI document and the person matrix. */
export const endpoints: Record<string, AnyEndpoint> = {
  ...acceptInvite,
  ...agreements,
  ...audit,
  ...contactInquiries,
  ...demoRequests,
  ...hardware,
  ...invites,
  ...mails,
  ...media,
  ...navigation,
  ...organizationTeam,
  ...organizations,
  ...profile,
  ...roles,
  ...signIn,
  ...staff,
  ...taxVerification,
}
