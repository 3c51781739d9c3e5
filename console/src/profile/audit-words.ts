import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  actions: {
    'staff.profile-updated': 'Profile updated',
    'staff.preferences-updated': 'Email preferences changed',
    'staff.password-changed': 'Password changed',
    'staff.password-change-refused': 'Password change refused',
  },
}
