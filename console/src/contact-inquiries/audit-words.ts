import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    'contact-inquiry': 'Contact inquiries',
  },
  actions: {
    'contact-inquiry.responded': 'Contact inquiry answered',
  },
}
