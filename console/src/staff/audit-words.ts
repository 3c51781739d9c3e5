import type { AuditWords } from '../app/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    staff: 'Console staff',
  },
  actions: {
    'staff.invited': 'Invited to the console',
    'staff.updated': 'Role or access changed',
    'staff.verified': 'E-mail verified',
    'staff.code-sent': 'Verification code sent again',
    'staff.reset-code-requested': 'Password reset code asked for',
    'staff.password-reset': 'Password reset',
    'staff.list-exported': 'Whole list read',
    'staff.unlocked': 'Account unlocked',
    'staff.sessions-ended': 'Signed out everywhere',
  },
  fields: {
    'name.firstName': 'First name',
    'name.lastName': 'Last name',
    userName: 'E-mail',
    role: 'Role',
    access: 'Access',
    phoneNo: 'Phone',
    'address.line1': 'Address line 1',
    'address.line2': 'Address line 2',
    'address.city': 'City',
    'address.state': 'State',
    'address.postalCode': 'Postal code',
    'address.country': 'Country',
    'imageDetails.image': 'Photo',
  },
}
