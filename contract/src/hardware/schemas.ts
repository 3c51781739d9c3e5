import { z } from 'zod'
import { stateCode } from '../addresses.ts'
import { AnyMoment, CodeText, Id, listQuery, PatternText, RequiredText, Text, Timestamp } from '../common.ts'
import { ImageMeta, type imageFields, LibraryImage } from '../media.ts'
import { PRICE_ABOVE_ZERO } from '../money.ts'
import { RichText } from '../rich-text.ts'
import { readCode } from '../typed.ts'
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
export const MAX_DETAILS = 100
export const DEVICE_UPDATED = 'Device Updated Successfully!'
export const DEVICE_ADDED = 'Device Added Successfully!'
export const DEVICE_DELETED = 'Device Deleted Successfully!'
export const DEVICE_ASSIGNED = 'Device Assigned Successfully'
export const DEVICE_REMOVED = 'Hardware removed successfully!'
export const MAC_INVALID = 'Enter a MAC address like 00:1A:2B:3C:4D:5E'

/**
 * Twelve hexadecimal digits, in pairs, fours or sixes with one sign or space between, as labels, systems and switches print
 * them; kept upper-case in pairs with colons.
 */
export function normalMac(text: string): string | undefined {
  const digits = readCode(text).toUpperCase()
  const isMac = /^[\dA-F]{2,6}(?:([-:. ])[\dA-F]{2,6}(?:\1[\dA-F]{2,6})*|[\dA-F]{6,10})$/.test(digits)
  const parts = digits.split(/[-:. ]/)
  const isEven = parts.every(({ length }) => length === parts[0]!.length && length % 2 === 0)
  const bare = parts.join('')
  return isMac && isEven && bare.length === 12 ? bare.replace(/(..)(?!$)/g, '$1:') : undefined
}

const MAX_PRICE = 9_999_999
/** As typed, with spaces around it. */
const LONGEST_PRICE = 40

const DIGITS_ONLY = 'Digits only'

/** Says what is wrong with a price in whole US dollars, whether a number or digits. */
function priceProblem(price: unknown): string {
  if (price === undefined || price === null || price === '') return REQUIRED
  const isText = typeof price === 'string' && price.length <= LONGEST_PRICE && readCode(price) !== ''
  if (!isText && typeof price !== 'number') return DIGITS_ONLY
  const dollars = Number(readCode(String(price)).replaceAll(',', 'x'))
  if (dollars <= 0) return PRICE_ABOVE_ZERO
  if (dollars > MAX_PRICE) return `At most ${MAX_PRICE}`
  return dollars % 1 > 0 ? `Whole US dollars: ${Math.floor(dollars)} or ${Math.ceil(dollars)}` : DIGITS_ONLY
}

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
type DeviceField = keyof typeof deviceFields

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

const MacAddress = CodeText(40, MAC_INVALID)
  .min(1, REQUIRED)
  .transform((text, ctx) => {
    const mac = normalMac(text)
    if (mac) return mac
    ctx.addIssue({ code: 'custom', message: MAC_INVALID })
    return z.NEVER
  })

/** Whole US dollars above 0: a number, or its digits as text. */
const DevicePrice = z
  .union([z.int(), PatternText(LONGEST_PRICE, /^\d+$/, DIGITS_ONLY).transform(Number)], {
    error: ({ input }) => priceProblem(input),
  })
  .refine((price) => price > 0 && price <= MAX_PRICE, { error: ({ input }) => priceProblem(input) })

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

export const NewDevice = z.object({
  /** As getUniqueDeviceId gave it: well-formed and of the app stream, else 400; taken, 409. */
  deviceId: RequiredText(40),
  appStream: AppStream,
  macAddress: MacAddress,
  status: ChosenDeviceStatus.optional().default('Available'),
  name: Text(50).optional().default(''),
  price: DevicePrice,
  details: RichText(MAX_DETAILS).optional().default(''),
  /** `imageSize` is sent as 0 (second seed, section 9). */
  imageMetaData: LibraryImage,
} satisfies Record<DeviceField, z.ZodType>)

/**
 * A field that is not sent stays as it is. Device id, app stream and MAC address may be sent as they are and cannot
 * change (400). Locked and Lost are set and lifted by owner and admin alone (403).
 */
export const DeviceEdit = z.object({
  _id: Id.optional(),
  deviceId: CodeText(64).optional(),
  appStream: CodeText(64).optional(),
  macAddress: CodeText(64).optional(),
  status: DeviceStatus.optional(),
  name: Text(50).optional(),
  price: DevicePrice.optional(),
  details: RichText(MAX_DETAILS).optional(),
  imageMetaData: LibraryImage.optional(),
  version: z.int().optional(),
} satisfies Record<DeviceField | '_id' | 'version', z.ZodType>)
export type DeviceEdit = z.output<typeof DeviceEdit>

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
