import { organizationFields, organizationImageFields } from '@hikmah/contract/organizations/words'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    organization: 'Organizations',
  },
  actions: {
    'organization.status-changed': 'Status changed',
  },
  fields: { ...organizationFields, ...organizationImageFields },
}
