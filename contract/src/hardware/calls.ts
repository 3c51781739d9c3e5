import { type Calls, callsOf } from '../endpoint.ts'
import type { hardware as endpoints } from './endpoints.ts'

export const paths = {
  listDevices: { method: 'GET', path: '/digital-device' },
  getUniqueDeviceId: { method: 'GET', path: '/digital-device/getUniqueDeviceId' },
  listOrganizationDevices: { method: 'GET', path: '/digital-device/getOrgAssignedDevices/:orgId' },
  listNotAssignedDevices: { method: 'GET', path: '/digital-device/getNotAssignedDevices' },
  readDevice: { method: 'GET', path: '/digital-device/:id' },
  listDeviceEvents: { method: 'GET', path: '/digital-device/:id/events' },
  createDevice: { method: 'POST', path: '/digital-device', keyless: true },
  updateDevice: { method: 'PUT', path: '/digital-device/:id' },
  deleteDevice: { method: 'DELETE', path: '/digital-device/:id' },
  assignDevice: { method: 'PUT', path: '/digital-device/assignDeviceToOrganization/:id' },
  reissueDeviceKey: { method: 'POST', path: '/digital-device/:id/deviceKey', keyless: true },
  heartbeat: { method: 'POST', path: '/digital-device/heartbeat', keyless: true },
  reportDeviceEvents: { method: 'POST', path: '/digital-device/events', keyless: true },
} as const satisfies Calls

export const hardware = callsOf<typeof endpoints>(paths)
