import { respondFields } from '@hikmah/contract/communication/answers'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    'demo-request': 'Demo requests',
    'contact-inquiry': 'Contact inquiries',
    'canned-reply': 'Canned replies',
  },
  actions: {
    'demo-request.responded': 'Demo request answered',
    'contact-inquiry.responded': 'Contact inquiry answered',
    'demo-request.response-undone': 'Answer to a demo request taken back',
    'contact-inquiry.response-undone': 'Answer to a contact inquiry taken back',
    'demo-request.purged': 'Deleted demo request removed for good',
    'contact-inquiry.purged': 'Deleted contact inquiry removed for good',
    'demo-request.erased': "Demo request erased at the sender's request",
    'contact-inquiry.erased': "Contact inquiry erased at the sender's request",
  },
  fields: {
    scheduleDate: respondFields.date,
    scheduleTime: respondFields.time,
    scheduleZone: respondFields.zone,
    answer: 'Answer',
  },
}
