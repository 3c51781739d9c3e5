import { isNull } from 'drizzle-orm'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import { deviceNames, devices } from './table.ts'

export const deviceSource: SearchSource = {
  type: 'device',
  permission: 'hardware.read',
  from: devices,
  id: devices.id,
  createdAt: devices.createdAt,
  where: isNull(devices.deletedAt),
  title: devices.deviceId,
  detail: detailOf(devices.name, devices.macAddress, devices.organizationName),
  search: devices.search,
  names: deviceNames,
}
