import { z } from 'zod'
import { Id, ListMeta, Nothing, Text } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import {
  ConnectionEvent,
  Device,
  DeviceEdit,
  DeviceEvents,
  DeviceReport,
  DeviceRow,
  DevicesQuery,
  NewDevice,
  WithKey,
} from './schemas.ts'
import { DEVICE_ADDED, DEVICE_ASSIGNED, DEVICE_DELETED, DEVICE_REMOVED, DEVICE_UPDATED } from './words.ts'

const oneDevice = z.object({ id: Id })

export const hardware = describeEndpoints(paths, {
  /** Without parameters the whole array is streamed, newest first. `q` finds device id, MAC, name and organization. */
  listDevices: {
    allow: 'hardware.read',
    query: DevicesQuery,
    response: z.array(DeviceRow),
    meta: ListMeta,
  },
  /** X8: no token. A fresh unguessable id, `DK` or `DS`, ten characters and one that checks them. Writes nothing. */
  getUniqueDeviceId: {
    allow: 'public',
    query: z.object({ appStream: z.enum(['DK', 'DS']) }),
    response: z.string(),
  },
  listOrganizationDevices: {
    allow: 'hardware.read',
    params: z.object({ orgId: Id }),
    response: z.array(DeviceRow),
  },
  /** Every unit without an organization, by app stream and device id. */
  listNotAssignedDevices: {
    allow: 'hardware.read',
    response: z.array(DeviceRow),
  },
  readDevice: {
    allow: 'hardware.read',
    params: oneDevice,
    response: Device,
  },
  /** Connected and disconnected, newest first, a page at a time. */
  listDeviceEvents: {
    allow: 'hardware.read',
    params: oneDevice,
    query: z.object({
      type: z.enum(['connected', 'disconnected']).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    response: z.array(ConnectionEvent),
    meta: z.object({ total: z.int(), page: z.int(), limit: z.int() }),
  },
  /** B-04. 409 DUPLICATE naming `deviceId` or `macAddress` when it is taken. */
  createDevice: {
    allow: 'hardware.manage',
    body: NewDevice,
    response: WithKey,
    isSecret: true,
    message: DEVICE_ADDED,
  },
  /** 409 CONFLICT with the current row in `current` when `version` is stale. */
  updateDevice: {
    allow: 'hardware.manage',
    params: oneDevice,
    body: DeviceEdit,
    response: Device,
    conflict: Device,
    message: DEVICE_UPDATED,
  },
  /** 409 while it is assigned. The row stays for its history and frees its MAC address. */
  deleteDevice: {
    allow: 'hardware.delete',
    params: oneDevice,
    response: Nothing,
    message: DEVICE_DELETED,
  },
  /**
   * Gives the device to an organization, or takes it back with an empty `organizationId`. 409 CONFLICT that says who
   * assigned it where when somebody was quicker. `name` is the install label.
   */
  assignDevice: {
    allow: 'hardware.manage',
    params: oneDevice,
    body: z.object({
      /** The id of the path or the device's own; another one is a 400. */
      deviceId: z.string().max(64).optional(),
      organizationId: z.union([z.literal(''), Id]),
      name: Text(50).optional(),
    }),
    response: Device,
    message: ({ organizationId }: { organizationId: string }) =>
      organizationId === '' ? DEVICE_REMOVED : DEVICE_ASSIGNED,
  },
  /** A new key; the old one stops at once. */
  reissueDeviceKey: {
    allow: 'hardware.manage',
    params: oneDevice,
    response: WithKey,
    isSecret: true,
  },
  /** From the device, header `deviceKey`. Answers after the beat is on disk. `nextBeatS` is when to beat again. */
  heartbeat: {
    allow: 'device',
    // A body that is not sent is null.
    body: DeviceReport.nullish(),
    response: z.object({ nextBeatS: z.int() }),
  },
  /** From the device, one or several in order. What is known already, or older than the last one, changes nothing. */
  reportDeviceEvents: {
    allow: 'device',
    body: DeviceEvents,
    response: z.object({ kept: z.int() }),
  },
})
