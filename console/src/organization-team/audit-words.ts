import { memberFields } from '@hikmah/contract/organization-team'
import { ORGANIZATION_TEAMS } from '@hikmah/contract/search'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    member: ORGANIZATION_TEAMS,
  },
  actions: {
    'member.confirmed': 'Member confirmed',
    'member.invited': 'Member invited',
    'member.updated': 'Member changed',
    'member.removed': 'Member removed',
    'member.unlocked': 'Member unlocked',
    'member.invite-resent': 'Member invited again',
  },
  fields: { ...memberFields, userName: 'Email' },
}
