import { organizationName } from '../organizations/words.ts'
import { type DeviceStatus, deviceStatuses } from './schemas.ts'

/** Only those who hold `hardware.lock` set and lift Locked and Lost. */
export const isGuarded = (status: DeviceStatus): boolean => status === 'Locked' || status === 'Lost'

export const MAY_NOT_CHANGE_DEVICES = 'Your role cannot change devices'
export const MAY_NOT_LOCK = 'Only owners and admins can set or lift Locked and Lost'

/** Why somebody may not change a device from one status to another. A new device has no status before. */
export const whyNotChangeStatus = (from: DeviceStatus | undefined, to: DeviceStatus, mayLock: boolean) =>
  from !== to && !mayLock && ((from && isGuarded(from)) || isGuarded(to)) ? MAY_NOT_LOCK : undefined

export const SET_BY_ORDER = 'Pending is set by an order. Choose another status.'

/** Refuses an ordered unit. `order` is the order number, such as `#100001`, if known. */
export const reservedByOrder = (order?: string) =>
  `This device was ordered. Assign it in ${order ? `order ${order}` : 'its order'}, or cancel that order.`

/**
 * The status that a unit gets while an open order waits for it: what staff found it to be, or the order's own again after
 * that. Undefined if only the order may change it.
 */
export function statusWhileOrdered(from: DeviceStatus, to: DeviceStatus): DeviceStatus | undefined {
  if (to === 'Lost' || to === 'Locked' || to === 'Defective') return to
  return to === 'Available' && from !== 'Pending' ? 'Pending' : undefined
}

/** Why a unit cannot be assigned to an organization. `order` is the open order that waits for it, if known. */
export function whyNotAssign(status: DeviceStatus, order?: string): string | undefined {
  if (order || status === 'Pending') return reservedByOrder(order)
  return ['Lost', 'Locked', 'Defective', 'Unavailable'].includes(status)
    ? `This device is ${status.toLowerCase()} and cannot be assigned`
    : undefined
}

/** A move to the organization that has it. */
export const THERE_ALREADY = 'The device is there already'

export const unassignableStatuses = deviceStatuses.filter((status) => whyNotAssign(status))

/** Why a unit cannot be deleted. `order` is the open order that waits for it, if known. */
export function whyNotDelete(status: DeviceStatus, organization: string | undefined, order?: string) {
  if (organization !== undefined)
    return `This device is assigned to ${organizationName(organization)}. Remove it from the organization first.`
  return order || status === 'Pending' ? reservedByOrder(order) : undefined
}
