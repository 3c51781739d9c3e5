import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  // Images and e-mails have no screens of their own to name them.
  entities: {
    audit: 'Audit trail',
    media: 'Images',
    mail: 'E-mails',
  },
  actions: {
    'audit.exported': 'Exported',
    'mail.list-exported': 'E-mail list read',
  },
}
