import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  // Images, emails and people who wrote to us have no screens of their own to name them.
  entities: {
    audit: 'Audit trail',
    media: 'Images',
    mail: 'Emails',
    person: 'Personal data requests',
  },
  actions: {
    'audit.exported': 'Exported',
    'mail.list-exported': 'Email list read',
    'person.read': 'Personal data looked up',
    'person.exported': 'Personal data exported',
    'person.erased': 'Personal data erased',
  },
}
