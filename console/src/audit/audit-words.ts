import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  // Images and emails have no screens of their own to name them.
  entities: {
    audit: 'Audit trail',
    media: 'Images',
    mail: 'Emails',
  },
  actions: {
    'audit.exported': 'Exported',
    'mail.list-exported': 'Email list read',
  },
}
