import { profileFields, staffFields } from '@hikmah/contract/staff'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    staff: 'Console team members',
  },
  actions: {
    'staff.invited': 'Invited to the console',
    'staff.updated': 'Role or access changed',
    'staff.verified': 'E-mail verified',
    'staff.code-sent': 'Verification code sent again',
    'staff.reset-code-requested': 'Password reset code requested',
    'staff.password-reset': 'Password reset',
    'staff.list-exported': 'Full list read',
    'staff.unlocked': 'Account unlocked',
    'staff.sessions-ended': 'Signed out everywhere',
  },
  fields: { ...profileFields, userName: 'E-mail', ...staffFields },
}
