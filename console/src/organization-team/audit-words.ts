import { memberFields } from '@hikmah/contract/organization-team'
import { ORGANIZATION_TEAMS } from '@hikmah/contract/search'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    member: ORGANIZATION_TEAMS,
  },
  actions: {
    'member.confirmed': 'Team member confirmed',
    'member.invited': 'Team member invited',
    'member.updated': 'Team member changed',
    'member.removed': 'Team member removed',
    'member.unlocked': 'Team member unlocked',
    'member.invite-resent': 'Team member invited again',
  },
  fields: { ...memberFields, userName: 'Email' },
}
