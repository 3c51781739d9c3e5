import { isNull, sql } from 'drizzle-orm'
import type { SearchSource } from '../kit/list/search-source.ts'
import { deviceNames, devices } from './table.ts'

export const deviceSource: SearchSource = {
  type: 'device',
  permission: 'hardware.read',
  from: devices,
  id: devices.id,
  createdAt: devices.createdAt,
  where: isNull(devices.deletedAt),
  title: devices.deviceId,
  detail: sql`concat_ws(', ', nullif(${devices.name}, ''), ${devices.macAddress}, nullif(${devices.organizationName}, ''))`,
  search: devices.search,
  names: deviceNames,
}
