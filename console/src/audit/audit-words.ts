import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  // Images, emails and people who wrote to us have no screens of their own to name them.
  entities: {
    audit: 'Audit trail',
    media: 'Images',
    mail: 'Emails',
    person: 'People',
  },
  actions: {
    'audit.exported': 'Exported',
    'mail.list-exported': 'Email list read',
    'person.read': 'What is kept about a person read',
    'person.exported': 'What is kept about a person exported',
    'person.erased': 'Person erased',
  },
}
