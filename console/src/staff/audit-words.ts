import { CONSOLE_TEAM } from '@hikmah/contract/search'
import { SIGNED_OUT_EVERYWHERE } from '@hikmah/contract/sign-in/endpoints'
import { profileFields, staffFields } from '@hikmah/contract/staff'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    staff: CONSOLE_TEAM,
  },
  actions: {
    'staff.invited': 'Invited to the console',
    'staff.updated': 'Role or access changed',
    'staff.verified': 'Email verified',
    'staff.code-sent': 'Verification code sent again',
    'staff.reset-code-requested': 'Password reset code requested',
    'staff.password-reset': 'Password reset',
    'staff.list-exported': 'Full list read',
    'staff.unlocked': 'Account unlocked',
    'staff.sessions-ended': SIGNED_OUT_EVERYWHERE,
  },
  fields: { ...profileFields, userName: 'Email', ...staffFields },
}
