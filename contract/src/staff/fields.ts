/** What is edited of somebody on the console's staff, each with its one name on every screen. */
export const staffFields = { role: 'Role', access: 'Access' } as const
export type StaffField = keyof typeof staffFields

/** What is edited of a profile, each by its path. */
export const profileFields = {
  'name.firstName': 'First name',
  'name.lastName': 'Last name',
  phoneNo: 'Phone',
  'address.line1': 'Address line 1',
  'address.line2': 'Address line 2',
  'address.city': 'City',
  'address.state': 'State',
  'address.postalCode': 'Postal code',
  'address.country': 'Country',
  'imageDetails.image': 'Photo',
} as const
export type ProfileField = keyof typeof profileFields
