import type { AuditWords } from '../app/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    invite: 'Invites',
  },
}
