import { acceptInvite } from './accept-invite.ts'
import { agreements } from './agreements.ts'
import { audit } from './audit.ts'
import { contactInquiries } from './contact-inquiries.ts'
import { demoRequests } from './demo-requests.ts'
import { editOrganization } from './edit-organization.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { hardware } from './hardware.ts'
import { inviteOrganization } from './invite-organization.ts'
import { invites } from './invites.ts'
import { mails } from './mails.ts'
import { media } from './media.ts'
import { navigation } from './navigation.ts'
import { organizationTeam } from './organization-team.ts'
import { organizations } from './organizations.ts'
import { profile } from './profile.ts'
import { roles } from './roles.ts'
import { signIn } from './sign-in.ts'
import { staff } from './staff.ts'
import { taxVerification } from './tax-verification.ts'

/** Every endpoint by name, for the guards, the OpenAPI document and the person matrix. */
export const endpoints: Record<string, AnyEndpoint> = {
  ...signIn,
  ...organizations,
  ...editOrganization,
  ...invites,
  ...inviteOrganization,
  ...acceptInvite,
  ...organizationTeam,
  ...taxVerification,
  ...hardware,
  ...staff,
  ...profile,
  ...roles,
  ...navigation,
  ...demoRequests,
  ...contactInquiries,
  ...agreements,
  ...audit,
  ...mails,
  ...media,
}
