import { deviceFields } from '@hikmah/contract/hardware/schemas'
import { imageFields } from '@hikmah/contract/media'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    device: 'Devices',
  },
  actions: {
    'device.removed': 'Device removed from the organization',
    'device.key-reissued': 'New device key issued',
  },
  fields: { ...deviceFields, ...imageFields, keyIssuedAt: 'Device key issued' },
  money: { price: 'dollars' },
}
