import { z } from 'zod'
import { Id, ListMeta, listQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/* What a device is, and the list of them. What is done with them is in hardware.ts, which pages with a list go without. */

export const AppStream = z.enum(['DEENKIOSK', 'DEENSCREEN'])
export type AppStream = z.infer<typeof AppStream>

/** The prefix of a device id, and what getUniqueDeviceId is asked with. */
export const streamPrefix: Record<AppStream, 'DK' | 'DS'> = { DEENKIOSK: 'DK', DEENSCREEN: 'DS' }

/** The life of the unit as staff keep it (X2). Whether it is online is another thing: see `connectivity`. */
export const DeviceStatus = z.enum([
  'Available',
  'Unavailable',
  'Defective',
  'Lost',
  'Locked',
  'Active',
  'Shipped',
  'Pending',
])
export type DeviceStatus = z.infer<typeof DeviceStatus>

/** What staff may choose; Pending is set by the order flow alone. */
export const ChosenDeviceStatus = DeviceStatus.exclude(['Pending'])

/** A unit that reports itself as live counts as Active (second seed, section 4). */
export const shownStatus = (status: string): string => (status === 'live' ? 'Active' : status)

/** Locked and Lost are set and lifted by those alone who hold `hardware.lock`. */
export const isGuarded = (status: DeviceStatus): boolean => status === 'Locked' || status === 'Lost'

/** Why a unit cannot be given to an organization, if so. */
export const unassignableBecause = (status: DeviceStatus): string | undefined =>
  ['Lost', 'Locked', 'Defective', 'Unavailable'].includes(status)
    ? `This device is ${status.toLowerCase()} and cannot be assigned`
    : undefined

/** Online: a beat within the last three intervals. Never: no beat yet. */
export const Connectivity = z.enum(['online', 'offline', 'never'])
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
  imageMetaData: z.object({ imageUrl: z.string(), imageName: z.string(), imageSize: z.int() }),
  createdAt: Timestamp,
  version: z.int(),
})
export type DeviceRow = z.infer<typeof DeviceRow>

export const DevicesQuery = listQuery(DeviceStatus.options, [
  'deviceId',
  'name',
  'appStream',
  'status',
  'price',
  'lastActive',
  'createdAt',
]).extend({
  appStream: AppStream.optional(),
  connectivity: Connectivity.optional(),
  /** Not seen for at least so many days, or never since it was added that long ago. */
  notSeenDays: z.coerce.number().int().min(1).max(3650).optional(),
})

export const devices = {
  /** Without parameters the whole array is streamed, newest first. `q` finds device id, MAC, name and organization. */
  listDevices: endpoint({
    method: 'GET',
    path: '/digital-device',
    allow: 'hardware.read',
    query: DevicesQuery,
    response: z.array(DeviceRow),
    meta: ListMeta,
  }),
}
