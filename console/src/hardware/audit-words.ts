import { deviceFields, deviceImageFields } from '@hikmah/contract/hardware/schemas'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    device: 'Devices',
  },
  actions: {
    'device.removed': 'Device removed from the organization',
    'device.key-reissued': 'New device key issued',
  },
  fields: { ...deviceFields, ...deviceImageFields, keyIssuedAt: 'Device key issued' },
  money: { price: 'dollars' },
}
