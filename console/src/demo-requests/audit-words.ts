import { respondFields } from '@hikmah/contract/communication'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    'demo-request': 'Demo requests',
  },
  actions: {
    'demo-request.responded': 'Demo request answered',
  },
  fields: {
    scheduleDate: respondFields.date,
    scheduleTime: respondFields.time,
  },
}
