import { z } from 'zod'
import { AnyMoment, BoundedText, Id, listQuery, RequiredText, Text, Timestamp, TrimmedText } from '../common.ts'
import { ImageMeta, LibraryImage } from '../media/schemas.ts'
import { RichText } from '../rich-text/schemas.ts'
import { REQUIRED } from '../words.ts'
import {
  appStreams,
  chosenDeviceStatuses,
  connectivities,
  DIGITS_ONLY,
  deviceSorts,
  deviceStatuses,
  MAC_INVALID,
  MAX_DETAILS,
  normalMac,
  priceProblem,
} from './words.ts'

export const AppStream = z.enum(appStreams)
export type AppStream = z.infer<typeof AppStream>

export const DeviceStatus = z.enum(deviceStatuses)
export type DeviceStatus = z.infer<typeof DeviceStatus>

export const ChosenDeviceStatus = z.enum(chosenDeviceStatuses)
export const Connectivity = z.enum(connectivities)
export type Connectivity = z.infer<typeof Connectivity>

/** A row of the inventory. */
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
  orgId: z.object({ _id: Id, orgName: z.string() }).nullable(),
  details: z.string(),
  imageMetaData: ImageMeta,
  createdAt: Timestamp,
  version: z.int(),
})
export type DeviceRow = z.infer<typeof DeviceRow>

export const DevicesQuery = listQuery(deviceStatuses, deviceSorts).extend({
  appStream: AppStream.optional(),
  connectivity: Connectivity.optional(),
  /** Not seen for at least so many days, or never since it was added that long ago. */
  notSeenDays: z.coerce.number().int().min(1).max(3650).optional(),
})

export const MacAddress = TrimmedText(40, MAC_INVALID)
  .min(1, REQUIRED)
  .transform((text, ctx) => {
    const mac = normalMac(text)
    if (mac) return mac
    ctx.addIssue({ code: 'custom', message: MAC_INVALID })
    return z.NEVER
  })

/** Whole US dollars above 0: a number, or its digits as text. */
export const DevicePrice = z
  .union([z.int(), TrimmedText(40, DIGITS_ONLY).regex(/^\d+$/, DIGITS_ONLY).transform(Number)], {
    error: ({ input }) => (input === undefined || input === null || input === '' ? REQUIRED : DIGITS_ONLY),
  })
  .refine((price) => priceProblem(price) === undefined, { error: ({ input }) => priceProblem(Number(input)) })

export const ConnectionEvent = z.object({
  _id: Id,
  type: z.enum(['connected', 'disconnected']),
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

export const Device = DeviceRow.extend({
  /** The newest ten of each; `listDeviceEvents` has all. */
  timeline: z.object({ connected: z.array(ConnectionEvent), disconnected: z.array(ConnectionEvent) }),
  /** When the device key was issued last. */
  keyIssuedAt: Timestamp,
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
})

/**
 * A field that is not sent stays as it is. Device id, app stream and MAC address may be sent as they are and cannot
 * change (400). Locked and Lost are set and lifted by owner and admin alone (403).
 */
export const DeviceEdit = z.object({
  _id: Id.optional(),
  deviceId: BoundedText(64).optional(),
  appStream: BoundedText(64).optional(),
  macAddress: BoundedText(64).optional(),
  status: DeviceStatus.optional(),
  name: Text(50).optional(),
  price: DevicePrice.optional(),
  details: RichText(MAX_DETAILS).optional(),
  imageMetaData: LibraryImage.optional(),
  version: z.int().optional(),
})

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
  type: z.enum(['connected', 'disconnected']),
  /** The device's own name for it: sent twice, it counts once. */
  eventId: RequiredText(64).optional(),
  /** The device's clock, only to tell which event came first. */
  at: AnyMoment.optional(),
})

/** One event, or several in `events`. */
export const DeviceEvents = DeviceEvent.partial({ type: true })
  .extend({ events: z.array(DeviceEvent).min(1).max(100).optional() })
  .transform(({ events, type, ...report }, ctx) => {
    if (events) return events
    if (type) return [{ ...report, type }]
    ctx.addIssue({ code: 'custom', path: ['type'], message: REQUIRED })
    return z.NEVER
  })
