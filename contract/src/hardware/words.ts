import { REQUIRED } from '../words.ts'
import type { AppStream, DeviceStatus } from './schemas.ts'

export const appStreams = ['DEENKIOSK', 'DEENSCREEN'] as const

/** The prefix of a device id, and what getUniqueDeviceId is asked with. */
export const streamPrefix: Record<AppStream, 'DK' | 'DS'> = { DEENKIOSK: 'DK', DEENSCREEN: 'DS' }

/** The life of the unit as staff keep it (X2). Whether it is online is another thing: see `connectivity`. */
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

/** What staff may choose; Pending is set by the order flow alone. */
export const chosenDeviceStatuses = deviceStatuses.filter((status) => status !== 'Pending')

/** What an Available unit of an organization is shown as: nobody else can have it. */
export const ASSIGNED = 'Assigned'

/** A unit that reports itself as live counts as Active (second seed, section 4). */
export function shownStatus(status: string, isAssigned = false): string {
  if (isAssigned && status === 'Available') return ASSIGNED
  return status === 'live' ? 'Active' : status
}

/** Locked and Lost are set and lifted by those alone who hold `hardware.lock`. */
export const isGuarded = (status: DeviceStatus): boolean => status === 'Locked' || status === 'Lost'

/** The refusal for an ordered unit. `order` is the order number, such as `#100001`, where it is known. */
export const orderedBecause = (order?: string) =>
  `This device was ordered. Assign it in ${order ? `order ${order}` : 'its order'}, or cancel that order.`

/** Why a unit cannot be assigned to an organization, if so. */
export function unassignableBecause(status: DeviceStatus): string | undefined {
  if (status === 'Pending') return orderedBecause()
  return ['Lost', 'Locked', 'Defective', 'Unavailable'].includes(status)
    ? `This device is ${status.toLowerCase()} and cannot be assigned`
    : undefined
}

export const unassignableStatuses = deviceStatuses.filter((status) => unassignableBecause(status))

/** Online: a beat within the last three intervals. Never: no beat yet. */
export const connectivities = ['online', 'offline', 'never'] as const
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

/** Six pairs of hexadecimal digits with colons, hyphens or nothing between; kept upper-case with colons. */
export function normalMac(text: string): string | undefined {
  const digits = text.trim().toUpperCase()
  const isMac = /^(?:[0-9A-F]{12}|(?:[0-9A-F]{2}:){5}[0-9A-F]{2}|(?:[0-9A-F]{2}-){5}[0-9A-F]{2})$/.test(digits)
  return isMac ? digits.replace(/[:-]/g, '').replace(/(..)(?!$)/g, '$1:') : undefined
}

const MAX_PRICE = 9_999_999

/** What is wrong with a MAC address that is typed, if so. */
export const macProblem = (text: string): string | undefined =>
  text.trim() === '' ? REQUIRED : normalMac(text) ? undefined : MAC_INVALID

export const DIGITS_ONLY = 'Digits only'

/** What is wrong with a price in whole US dollars, if so. */
export const priceProblem = (price: number): string | undefined =>
  price <= 0 ? 'Enter a price above 0' : price > MAX_PRICE ? `At most ${MAX_PRICE}` : undefined
