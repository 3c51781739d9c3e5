import { respondFields } from '@hikmah/contract/communication/schemas'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    'demo-request': 'Demo requests',
    'contact-inquiry': 'Contact inquiries',
  },
  actions: {
    'demo-request.responded': 'Demo request answered',
    'contact-inquiry.responded': 'Contact inquiry answered',
  },
  fields: {
    scheduleDate: respondFields.date,
    scheduleTime: respondFields.time,
  },
}
