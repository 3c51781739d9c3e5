import { expect, test } from 'vitest'
import { navigationMode } from './navigation.ts'

const ID = '01999999-0000-7000-8000-000000000000'

test('each address has the navigation that belongs to it', () => {
  const addresses = {
    communication: [
      '/communication',
      '/communication/contact-us',
      '/communication/contact-us-details',
      '/communication/contact-us-respond',
      `/request-details-${ID}`,
      `/request-respond-${ID}`,
    ],
    organization: [
      `/organization-detail-${ID}`,
      `/edit-organization-detail-${ID}`,
      `/organization-activity-${ID}`,
      `/add-team-member-${ID}`,
      `/select-hardware/${ID}`,
      `/assign-hardware/${ID}`,
      `/plans/${ID}`,
      `/orgorders/${ID}`,
    ],
    normal: [
      '/dashboard',
      '/admin-organization',
      '/invite-organization',
      `/invite-organization-${ID}`,
      `/edit-team-member-${ID}`,
      '/reviews',
      `/varify-ein/${ID}`,
      '/varify-tax-exemption',
      '/sessions',
      '/hardware',
      '/add-hardware',
      `/edit-hardware/${ID}`,
      `/hardware-details/${ID}`,
      '/team-members',
      '/add-finance-team-member',
      `/edit-finance-team-member/${ID}`,
      '/verify-team-member-code',
      '/team-members/reset-password-cod',
      '/admin-profile',
      '/edit-profile',
      '/order',
      '/campaign',
      '/admin-products',
      '/roles/contact-person',
    ],
  }
  for (const [mode, paths] of Object.entries(addresses)) {
    expect(paths.filter((path) => navigationMode(path) !== mode)).toEqual([])
  }
})
