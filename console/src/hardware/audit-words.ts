import type { AuditWords } from '../app/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    device: 'Devices',
  },
  actions: {
    'device.removed': 'Device taken back',
    'device.key-reissued': 'New device key issued',
  },
  fields: {
    deviceId: 'Device Id',
    macAddress: 'MAC address',
    'imageMetaData.imageUrl': 'Image',
    'imageMetaData.imageName': 'Image name',
    'imageMetaData.imageSize': 'Image size',
    keyIssuedAt: 'Device key issued',
  },
}
