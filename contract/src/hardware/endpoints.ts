import { z } from 'zod'
import { CodeText, Id, listOf, PageQuery, Text } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { DeviceEdit, NewDevice } from './drafts.ts'
import { MAY_NOT_LOCK } from './rules.ts'
import {
  ConnectionEvent,
  connectionEvents,
  DEVICE_ADDED,
  DEVICE_ASSIGNED,
  DEVICE_DELETED,
  DEVICE_REMOVED,
  DEVICE_UPDATED,
  Device,
  DeviceEvents,
  DeviceReport,
  DeviceRow,
  DeviceState,
  DevicesQuery,
  Uptime,
  WithKey,
} from './schemas.ts'

const STATUS_KEPT = `FORBIDDEN: ${MAY_NOT_LOCK}`

export const hardware = describeEndpoints('Hardware', {
  listDevices: {
    call: 'GET /digital-device',
    summary: 'List devices',
    description:
      'Without parameters the whole array is streamed, newest first. `q` searches device id, MAC address, name, and name, city and state of the organization. `status` Available lists those without an organization, Assigned the others of that status.',
    allow: 'hardware.read',
    query: DevicesQuery,
    ...listOf(DeviceRow),
  },
  listDeviceStates: {
    call: 'GET /digital-device/states',
    summary: 'Count the devices of each state',
    description: 'By the address of their organizations, the state with most that are offline first.',
    allow: 'hardware.read',
    response: z.array(DeviceState),
  },
  /** X8. */
  getUniqueDeviceId: {
    call: 'GET /digital-device/getUniqueDeviceId',
    summary: 'Get a new device id',
    description: 'An unguessable id: `DK` or `DS`, ten characters and a check character. Nothing is saved.',
    example: { query: { appStream: 'DK' } },
    allow: 'public',
    query: z.object({ appStream: z.enum(['DK', 'DS']) }),
    response: z.string(),
  },
  listOrganizationDevices: {
    call: 'GET /digital-device/getOrgAssignedDevices/:orgId',
    summary: 'List the devices of an organization',
    description: 'Without parameters the whole array, by device id; with any of them a page with `meta`.',
    allow: 'hardware.read',
    query: DevicesQuery,
    ...listOf(DeviceRow),
  },
  listNotAssignedDevices: {
    call: 'GET /digital-device/getNotAssignedDevices',
    summary: 'List unassigned devices',
    description:
      'Without parameters every device without an organization, by app stream and device id; with any of them a page with `meta`. The audit trail records once an hour who read the whole.',
    allow: 'hardware.read',
    query: DevicesQuery,
    ...listOf(DeviceRow),
  },
  readDevice: {
    call: 'GET /digital-device/:id',
    summary: 'Get a device',
    allow: 'hardware.read',
    response: Device,
  },
  listDeviceEvents: {
    call: 'GET /digital-device/:id/events',
    summary: 'List the connections of a device',
    description: 'Connects and disconnects, newest first, a page at a time.',
    allow: 'hardware.read',
    query: z.object({ type: z.enum(connectionEvents).optional(), ...PageQuery.shape }),
    response: z.array(ConnectionEvent),
    meta: z.object({ total: z.int(), page: z.int(), limit: z.int() }),
  },
  readUptime: {
    call: 'GET /digital-device/:id/uptime',
    summary: 'Get when a device was offline',
    description:
      'The times without a connection in the last thirty days, from what devices told and what the server noticed. Of a device that drops out more than a thousand times it reaches less far back; `since` says how far.',
    allow: 'hardware.read',
    response: Uptime,
  },
  /** B-04. */
  createDevice: {
    call: 'POST /digital-device',
    keyless: true,
    summary: 'Add a device',
    description:
      'The answer holds the key of the device, which is shown only once. `deviceId` is one that `getUniqueDeviceId` gave, and the image one of the media library.',
    refusals: { 403: STATUS_KEPT, 409: 'DUPLICATE: the `deviceId` or the `macAddress` is taken' },
    example: {
      body: {
        deviceId: 'DK7M2Q9XV4TB8',
        appStream: 'DEENKIOSK',
        macAddress: '00:1A:2B:3C:4D:5E',
        price: 499,
        imageMetaData: {
          imageUrl: '/api/media/0198c9a2-5d1e-7c3a-9f60-2b7d4e8a1c55/file',
          imageName: 'kiosk.png',
          imageSize: 0,
        },
      },
    },
    allow: 'hardware.manage',
    body: NewDevice,
    response: WithKey,
    isSecret: true,
    message: DEVICE_ADDED,
  },
  updateDevice: {
    call: 'PUT /digital-device/:id',
    summary: 'Update a device',
    refusals: {
      403: STATUS_KEPT,
      409: 'CONFLICT: somebody else has saved it since, or an open order waits for the device',
    },
    example: { body: { status: 'Available', name: 'Main hall', price: 499, version: 2 } },
    allow: 'hardware.manage',
    body: DeviceEdit,
    response: Device,
    conflict: Device,
    message: DEVICE_UPDATED,
  },
  deleteDevice: {
    call: 'DELETE /digital-device/:id',
    summary: 'Delete a device',
    description: 'The row is kept for its history; its MAC address is free again.',
    refusals: { 409: 'CONFLICT: the device is assigned to an organization, or an open order waits for it' },
    allow: 'hardware.delete',
    message: DEVICE_DELETED,
  },
  assignDevice: {
    call: 'PUT /digital-device/assignDeviceToOrganization/:id',
    summary: 'Assign or unassign a device',
    description:
      'Assigns the device to an organization, or removes it from its organization when `organizationId` is empty. With `from`, the organization that has it, the device moves in one step. `name` is the install label.',
    example: { body: { organizationId: '0198c9a2-5d1e-7c3a-9f60-2b7d4e8a1c55', name: 'Main hall' } },
    refusals: {
      409: 'CONFLICT: somebody else has assigned the device, it was ordered, its status does not allow it, or the organization is blocked',
    },
    allow: 'hardware.manage',
    body: z.object({
      /** The id of the path or the device's own; another one is a 400. */
      deviceId: CodeText(64).optional(),
      organizationId: z.union([z.literal(''), Id]),
      /** The organization that it leaves for the other one. */
      from: Id.optional(),
      name: Text(50).optional(),
    }),
    response: Device,
    message: ({ organizationId }: { organizationId: string }) =>
      organizationId === '' ? DEVICE_REMOVED : DEVICE_ASSIGNED,
  },
  reissueDeviceKey: {
    call: 'POST /digital-device/:id/deviceKey',
    keyless: true,
    summary: 'Issue a new device key',
    description: 'The old key stops working at once. The new one is shown only once.',
    allow: 'hardware.manage',
    response: WithKey,
    isSecret: true,
  },
  heartbeat: {
    call: 'POST /digital-device/heartbeat',
    keyless: true,
    summary: 'Report that a device is alive',
    description: 'Answers once the beat is saved. `nextBeatS` is the number of seconds until the next one.',
    refusals: { 429: 'RATE_LIMITED: the device sends too often' },
    example: { body: { country: 'United States', city: 'Fremont', lat: 37.5485, long: -121.9886 } },
    allow: 'device',
    // A body that is not sent is null.
    body: DeviceReport.nullish(),
    response: z.object({ nextBeatS: z.int() }),
  },
  reportDeviceEvents: {
    call: 'POST /digital-device/events',
    keyless: true,
    summary: 'Report connects and disconnects',
    description: 'One event, or several in order. One that is already known, or older than the last, changes nothing.',
    refusals: {
      429: 'RATE_LIMITED: the device sends too often, does not wait for its answers, or reports more new events than a day has; nothing of the call is kept',
    },
    example: { body: { events: [{ type: 'connected', eventId: 'boot-184', at: '2026-03-14T17:05:00.000Z' }] } },
    allow: 'device',
    body: DeviceEvents,
    response: z.object({ kept: z.int() }),
  },
})
