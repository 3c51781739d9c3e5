import { z } from 'zod'
import { Id, Moment, Nothing, REQUIRED, RequiredText, Text, Timestamp } from './common.ts'
import { AppStream, ChosenDeviceStatus, DeviceRow, DeviceStatus, devices } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { RichText } from './rich-text.ts'

/** Seconds between two beats of a device; after three without one it counts as disconnected (B-05). */
export const BEAT_S = 300
export const OFFLINE_AFTER_S = 3 * BEAT_S

export const DETAILS_MAX = 100
export const DEVICE_UPDATED = 'Device Updated Successfully!'
export const DEVICE_ADDED = 'Device Added Successfully!'
export const DEVICE_DELETED = 'Device Deleted Successfully!'
export const DEVICE_ASSIGNED = 'Device Assigned Successfully'
export const DEVICE_REMOVED = 'Hardware removed successfully!'

const MAC_INVALID = 'Enter a MAC address like 00:1A:2B:3C:4D:5E'

/** Six pairs of hexadecimal digits with colons, hyphens or nothing between; kept upper-case with colons. */
export function normalMac(text: string): string | undefined {
  const digits = text.trim().toUpperCase()
  const isMac = /^(?:[0-9A-F]{12}|(?:[0-9A-F]{2}:){5}[0-9A-F]{2}|(?:[0-9A-F]{2}-){5}[0-9A-F]{2})$/.test(digits)
  return isMac ? digits.replace(/[:-]/g, '').replace(/(..)(?!$)/g, '$1:') : undefined
}

export const MacAddress = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(40, MAC_INVALID)
  .transform((text, ctx) => {
    const mac = normalMac(text)
    if (mac) return mac
    ctx.addIssue({ code: 'custom', message: MAC_INVALID })
    return z.NEVER
  })

export const PRICE_MAX = 9_999_999

/** Whole US dollars above 0: a number, or its digits as text. */
export const DevicePrice = z
  .union([z.int(), z.string().trim().regex(/^\d+$/, 'Digits only').transform(Number)], { error: 'Digits only' })
  .refine((price) => price > 0, 'Enter a price above 0')
  .refine((price) => price <= PRICE_MAX, `At most ${PRICE_MAX}`)

/** An image of our own media library; `imageSize` is sent as 0 (second seed, section 9). */
export const DeviceImage = z.object({
  imageUrl: z.string().regex(/^(\/api\/media\/[0-9a-f-]{36}\/file)?$/, 'Upload the image, addresses are not accepted'),
  imageName: Text(255).optional().default(''),
  imageSize: z.int().min(0).max(1_048_576).optional().default(0),
})

export const ConnectionEvent = z.object({
  _id: Id,
  type: z.enum(['connected', 'disconnected']),
  /** When the server heard of it. */
  created: Timestamp,
  ip: z.string(),
  country: z.string(),
  browser: z.string(),
  os: z.string(),
  lat: z.number().nullable(),
  long: z.number().nullable(),
  city: z.string(),
  /** The last beat before it. */
  lastActive: Timestamp.nullable(),
})
export type ConnectionEvent = z.infer<typeof ConnectionEvent>

export const Device = DeviceRow.extend({
  /** The newest ten of each; `listDeviceEvents` has all. */
  timeline: z.object({ connected: z.array(ConnectionEvent), disconnected: z.array(ConnectionEvent) }),
  /** When the device key was issued last. */
  keyIssuedAt: Timestamp,
})
export type Device = z.infer<typeof Device>

/** `deviceKey` is shown this once; only its hash is kept. The device sends it in the header `deviceKey`. */
const WithKey = Device.extend({ deviceKey: z.string() })

export const NewDevice = z.object({
  /** As getUniqueDeviceId gave it: well-formed and of the app stream, else 400; taken, 409. */
  deviceId: RequiredText(40),
  appStream: AppStream,
  macAddress: MacAddress,
  status: ChosenDeviceStatus.optional().default('Available'),
  name: Text(50).optional().default(''),
  price: DevicePrice,
  details: RichText(DETAILS_MAX).optional().default(''),
  imageMetaData: DeviceImage,
})

/**
 * A field that is not sent stays as it is. Device id, app stream and MAC address may be sent as they are and cannot
 * change (400). Locked and Lost are set and lifted by owner and admin alone (403).
 */
export const DeviceEdit = z.object({
  _id: Id.optional(),
  deviceId: z.string().optional(),
  appStream: z.string().optional(),
  macAddress: z.string().optional(),
  status: DeviceStatus.optional(),
  name: Text(50).optional(),
  price: DevicePrice.optional(),
  details: RichText(DETAILS_MAX).optional(),
  imageMetaData: DeviceImage.optional(),
  version: z.int().optional(),
})

/** Where the device says it is; all of it optional, IP and time are the server's. */
const DeviceReport = z.object({
  country: Text(56).optional(),
  city: Text(85).optional(),
  /** Read from the User-Agent when not sent. */
  browser: Text(50).optional(),
  os: Text(50).optional(),
  lat: z.number().min(-90).max(90).optional(),
  long: z.number().min(-180).max(180).optional(),
})

const DeviceEvent = DeviceReport.extend({
  type: z.enum(['connected', 'disconnected']),
  /** The device's own name for it: sent twice, it counts once. */
  eventId: RequiredText(64).optional(),
  /** The device's clock, only to tell which event came first. */
  at: Moment.optional(),
})

/** One event, or several as `events`. */
const DeviceEvents = DeviceEvent.partial({ type: true })
  .extend({ events: z.array(DeviceEvent).min(1).max(100).optional() })
  .transform(({ events, type, ...report }, ctx) => {
    if (events) return events
    if (type) return [{ ...report, type }]
    ctx.addIssue({ code: 'custom', path: ['type'], message: REQUIRED })
    return z.NEVER
  })

const oneDevice = z.object({ id: Id })

export const hardware = {
  ...devices,
  /** X8: no token. A fresh unguessable id, `DK` or `DS`, ten characters and one that checks them. Writes nothing. */
  getUniqueDeviceId: endpoint({
    method: 'GET',
    path: '/digital-device/getUniqueDeviceId',
    allow: 'public',
    query: z.object({ appStream: z.enum(['DK', 'DS']) }),
    response: z.string(),
  }),
  listOrganizationDevices: endpoint({
    method: 'GET',
    path: '/digital-device/getOrgAssignedDevices/:orgId',
    allow: 'hardware.read',
    params: z.object({ orgId: Id }),
    response: z.array(DeviceRow),
  }),
  /** Every unit without an organization, by app stream and device id. */
  listNotAssignedDevices: endpoint({
    method: 'GET',
    path: '/digital-device/getNotAssignedDevices',
    allow: 'hardware.read',
    response: z.array(DeviceRow),
  }),
  readDevice: endpoint({
    method: 'GET',
    path: '/digital-device/:id',
    allow: 'hardware.read',
    params: oneDevice,
    response: Device,
  }),
  /** Connected and disconnected, newest first, a page at a time. */
  listDeviceEvents: endpoint({
    method: 'GET',
    path: '/digital-device/:id/events',
    allow: 'hardware.read',
    params: oneDevice,
    query: z.object({
      type: z.enum(['connected', 'disconnected']).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    response: z.array(ConnectionEvent),
    meta: z.object({ total: z.int(), page: z.int(), limit: z.int() }),
  }),
  /** B-04. 409 DUPLICATE naming `deviceId` or `macAddress` when it is taken. */
  createDevice: endpoint({
    method: 'POST',
    path: '/digital-device',
    allow: 'hardware.manage',
    body: NewDevice,
    response: WithKey,
    isSecret: true,
  }),
  /** 409 CONFLICT with the current row in `current` when `version` is stale. */
  updateDevice: endpoint({
    method: 'PUT',
    path: '/digital-device/:id',
    allow: 'hardware.manage',
    params: oneDevice,
    body: DeviceEdit,
    response: Device,
  }),
  /** 409 while it is assigned. The row stays for its history and frees its MAC address. */
  deleteDevice: endpoint({
    method: 'DELETE',
    path: '/digital-device/:id',
    allow: 'hardware.delete',
    params: oneDevice,
    response: Nothing,
  }),
  /**
   * Gives the device to an organization, or takes it back with an empty `organizationId`. 409 CONFLICT that says who
   * assigned it where when somebody was quicker. `name` is the install label.
   */
  assignDevice: endpoint({
    method: 'PUT',
    path: '/digital-device/assignDeviceToOrganization/:id',
    allow: 'hardware.manage',
    params: oneDevice,
    body: z.object({
      /** The id of the path or the device's own; another one is a 400. */
      deviceId: z.string().max(64).optional(),
      organizationId: z.union([z.literal(''), Id]),
      name: Text(50).optional(),
    }),
    response: Device,
  }),
  /** A new key; the old one stops at once. */
  reissueDeviceKey: endpoint({
    method: 'POST',
    path: '/digital-device/:id/deviceKey',
    allow: 'hardware.manage',
    params: oneDevice,
    response: WithKey,
    isSecret: true,
  }),
  /** From the device, header `deviceKey`. Answers after the beat is on disk. `nextBeatS` is when to beat again. */
  heartbeat: endpoint({
    method: 'POST',
    path: '/digital-device/heartbeat',
    allow: 'device',
    // A body that is not sent is null.
    body: DeviceReport.nullish(),
    response: z.object({ nextBeatS: z.int() }),
  }),
  /** From the device, one or several in order. What is known already, or older than the last one, changes nothing. */
  reportDeviceEvents: endpoint({
    method: 'POST',
    path: '/digital-device/events',
    allow: 'device',
    body: DeviceEvents,
    response: z.object({ kept: z.int() }),
  }),
}
