import { z } from 'zod'
import { stateCode } from '../addresses.ts'
import { AnyMoment, Id, listQuery, RequiredText, Text, Timestamp } from '../common.ts'
import { ImageMeta, type imageFields } from '../media.ts'
import { REQUIRED } from '../words.ts'

export const connectionEvents = ['connected', 'disconnected'] as const
export const appStreams = ['DEENKIOSK', 'DEENSCREEN'] as const

/** The prefix of a device id, and what getUniqueDeviceId is asked with. */
export const streamPrefix: Record<AppStream, 'DK' | 'DS'> = { DEENKIOSK: 'DK', DEENSCREEN: 'DS' }

/** The lifecycle of a unit as staff record it (X2). Whether it is online is separate: see `connectivities`. */
export const deviceStatuses = [
  'Available',
  'Unavailable',
  'Defective',
  'Lost',
  'Locked',
  'Active',
  'Shipped',
  'Pending',
] as const

/** The statuses that staff may choose; only an order sets Pending. */
export const chosenDeviceStatuses = deviceStatuses.filter((status) => status !== 'Pending')

/** Beside the status of an Available unit that belongs to an organization: it is not free, and no list counts it as Available. */
export const ASSIGNED = 'Assigned'
/** What lists count and filter by. */
export const listedDeviceStatuses = ['Available', ASSIGNED, ...deviceStatuses.slice(1)] as const
export type ListedDeviceStatus = (typeof listedDeviceStatuses)[number]

export const deviceStatusTones = {
  Available: 'success',
  Unavailable: 'discontinued',
  Defective: 'discontinued',
  Lost: 'discontinued',
  Locked: 'danger',
  Active: 'invite',
  [ASSIGNED]: 'invite',
  Shipped: 'warning',
  Pending: 'pending',
} as const satisfies Record<DeviceStatus | typeof ASSIGNED, string>

/** A unit that reports itself as live counts as Active (second seed, section 4). */
export const shownStatus = (status: DeviceStatus | 'live'): DeviceStatus => (status === 'live' ? 'Active' : status)

/** Available means free. */
export const listedStatus = (status: DeviceStatus, isAssigned: boolean): ListedDeviceStatus =>
  isAssigned && status === 'Available' ? ASSIGNED : status

/** Online: a beat within the last three intervals. Never: no beat yet. */
export const connectivities = ['online', 'offline', 'never'] as const
export const connectivityLabels = { online: 'Online', offline: 'Offline', never: 'Never connected' } as const
export const connectivityTones = { online: 'success', offline: 'warning', never: 'pending' } as const
export const deviceSorts = ['deviceId', 'name', 'appStream', 'status', 'price', 'lastActive', 'createdAt'] as const

/** Seconds between two beats of a device; after three without one it counts as disconnected (B-05). */
export const BEAT_S = 300
export const OFFLINE_AFTER_S = 3 * BEAT_S
/** New events of one device that are kept in a day (UTC). One that loses its network every two minutes makes 1,440. */
export const EVENTS_A_DAY = 2000
export const DEVICE_UPDATED = 'Device Updated Successfully!'
export const DEVICE_ADDED = 'Device Added Successfully!'
export const DEVICE_DELETED = 'Device Deleted Successfully!'
export const DEVICE_ASSIGNED = 'Device Assigned Successfully'
export const DEVICE_REMOVED = 'Hardware removed successfully!'

export const editableDeviceFields = {
  status: 'Status',
  name: 'Name',
  price: 'Price',
  details: 'Details',
  imageMetaData: 'Image',
} as const
export type EditableDeviceField = keyof typeof editableDeviceFields

/** Adding and editing share these; the status and the name are changed on the page of the device. */
export type DeviceFormField = Exclude<EditableDeviceField, 'status' | 'name'>

export const deviceFields = {
  /** What the unit is never changes. */
  deviceId: 'Device Id',
  macAddress: 'MAC address',
  appStream: 'App stream',
  ...editableDeviceFields,
} as const

export type StoredDeviceField = Exclude<EditableDeviceField, 'imageMetaData'> | keyof typeof imageFields

export const AppStream = z.enum(appStreams)
export type AppStream = z.infer<typeof AppStream>

export const DeviceStatus = z.enum(deviceStatuses)
export type DeviceStatus = z.infer<typeof DeviceStatus>

export const ChosenDeviceStatus = z.enum(chosenDeviceStatuses)
export const Connectivity = z.enum(connectivities)
export type Connectivity = z.infer<typeof Connectivity>

export const DeviceRow = z.object({
  _id: Id,
  deviceId: z.string(),
  appStream: AppStream,
  macAddress: z.string(),
  /** Whole US dollars. */
  price: z.int(),
  status: DeviceStatus,
  /** The install label, given when it is assigned. */
  name: z.string(),
  country: z.string(),
  ipAddress: z.string(),
  lastActive: Timestamp.nullable(),
  /** Since when it is connected, or was for the last time. */
  connectedOn: Timestamp.nullable(),
  connectivity: Connectivity,
  /** Minor units (cents). */
  revenue: z.int(),
  orgId: z.object({ _id: Id, orgName: z.string(), city: z.string(), state: z.string() }).nullable(),
  details: z.string(),
  imageMetaData: ImageMeta,
  createdAt: Timestamp,
  version: z.int(),
})
export type DeviceRow = z.infer<typeof DeviceRow>

/** Devices of the organizations of one state. */
export const DeviceState = z.object({ state: z.string(), devices: z.int(), offline: z.int() })
export type DeviceState = z.infer<typeof DeviceState>

export const DevicesQuery = listQuery(listedDeviceStatuses, deviceSorts).extend({
  /** Of the address of its organization: the two letters or the name. */
  state: Text(50).transform(stateCode).optional(),
  appStream: AppStream.optional(),
  connectivity: Connectivity.optional(),
  /** Not seen for at least so many days, or never since it was added that long ago. */
  notSeenDays: z.coerce.number().int().min(1).max(3650).optional(),
})

export const ConnectionEvent = z.object({
  _id: Id,
  type: z.enum(connectionEvents),
  /** When the server heard of it; of one from before a later beat, when it was by the clock of the device. */
  created: Timestamp,
  ip: z.string(),
  country: z.string(),
  browser: z.string(),
  os: z.string(),
  lat: z.number().nullable(),
  long: z.number().nullable(),
  city: z.string(),
  /** The last beat before it, where that is known. */
  lastActive: Timestamp.nullable(),
})
export type ConnectionEvent = z.infer<typeof ConnectionEvent>

/** A time without a connection. Swept, it began with the last beat; `to` is null while it lasts. */
export const Outage = z.object({
  from: Timestamp,
  to: Timestamp.nullable(),
  /** As the device connected again; while it lasts, as it was last seen. */
  ip: z.string(),
  country: z.string(),
  city: z.string(),
  browser: z.string(),
  os: z.string(),
})
export type Outage = z.infer<typeof Outage>

export const Uptime = z.object({
  /** Since when it is known whether the device was online, within the last thirty days; null if it never connected. */
  since: Timestamp.nullable(),
  until: Timestamp,
  /** The oldest first, no moment twice. */
  outages: z.array(Outage),
  /** How often it disconnected in as many days before. */
  disconnectsBefore: z.int(),
})
export type Uptime = z.infer<typeof Uptime>

export const Device = DeviceRow.extend({
  /** The newest ten of each; `listDeviceEvents` has all. */
  timeline: z.object({ connected: z.array(ConnectionEvent), disconnected: z.array(ConnectionEvent) }),
  keyIssuedAt: Timestamp,
  /** Since when its organization has it. */
  assignedAt: Timestamp.nullable(),
  /** Of the last beat or event. */
  browser: z.string(),
  os: z.string(),
})
export type Device = z.infer<typeof Device>

/** `deviceKey` is shown this once; only its hash is kept. The device sends it in the header `deviceKey`. */
export const WithKey = Device.extend({ deviceKey: z.string() })

/** Where the device says it is; all of it optional, IP and time are the server's. */
export const DeviceReport = z.object({
  country: Text(56).optional(),
  city: Text(85).optional(),
  /** Read from the User-Agent when not sent. */
  browser: Text(50).optional(),
  os: Text(50).optional(),
  lat: z.number().min(-90).max(90).optional(),
  long: z.number().min(-180).max(180).optional(),
})

const DeviceEvent = DeviceReport.extend({
  type: z.enum(connectionEvents),
  /** The device's own name for it: sent twice, it counts once. */
  eventId: RequiredText(64).optional(),
  /** The device's clock, only to tell which event came first. */
  at: AnyMoment.optional(),
})

export const DeviceEvents = DeviceEvent.partial({ type: true })
  .extend({ events: z.array(DeviceEvent).min(1).max(100).optional() })
  .transform(({ events, type, ...report }, ctx) => {
    if (events) return events
    if (type) return [{ ...report, type }]
    ctx.addIssue({ code: 'custom', path: ['type'], message: REQUIRED })
    return z.NEVER
  })
