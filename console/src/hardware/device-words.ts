import type { DeviceRow } from '@hikmah/contract/hardware/schemas'
import { ageOf } from '../kit/format/dates.ts'

export const MAY_NOT_CHANGE = 'Your role cannot change devices'
export const MAY_NOT_LOCK = 'Only owners and admins can set or lift Locked and Lost'

/** `seen 5 min ago`, `seen now`; nothing of a device that never connected. */
export function seenText({ lastActive }: Pick<DeviceRow, 'lastActive'>): string | undefined {
  if (!lastActive) return undefined
  const age = ageOf(lastActive)
  return age === 'now' ? 'seen now' : `seen ${age} ago`
}
