import { type DeviceStatus, whyNotAssign } from '../hardware/schemas.ts'
import { organizationName } from '../organizations/words.ts'

interface OrderedDevice {
  deviceId: string
  status: DeviceStatus
  /** The organization that has the device, if any. */
  organizationId: string | null
  organizationName: string | null
}

const whyDeviceIsTaken = ({ deviceId, organizationId, organizationName: name }: OrderedDevice): string | null =>
  organizationId ? `${deviceId} is assigned to ${organizationName(name ?? '')}` : null

const reserved = ({ deviceId }: OrderedDevice) => `${deviceId} is reserved for another order`

export function whyDeviceCannotBeOrdered(device: OrderedDevice): string | null {
  const taken = whyDeviceIsTaken(device)
  if (taken || device.status === 'Available') return taken
  return device.status === 'Pending' ? reserved(device) : `${device.deviceId} is ${device.status} and cannot be ordered`
}

/** `isOrdered`: the device waits for this very item. */
export function whyDeviceCannotBeSent(device: OrderedDevice, isOrdered: boolean): string | null {
  const taken = whyDeviceIsTaken(device)
  if (taken) return taken
  if (device.status === 'Pending') return isOrdered ? null : reserved(device)
  return whyNotAssign(device.status) ?? null
}
