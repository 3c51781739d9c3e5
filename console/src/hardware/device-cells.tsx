import type { DeviceRow } from '@hikmah/contract/hardware/schemas'
import { exactDate } from '../kit/format/dates.ts'
import { ConnectivityBadge } from './ConnectivityBadge.tsx'
import { seenText } from './device-words.ts'
import classes from './hardware.module.css'

/** What the unit is: its id, and its MAC address below. */
export const Identity = ({ deviceId, macAddress }: Pick<DeviceRow, 'deviceId' | 'macAddress'>) => (
  <span className={classes.lines}>
    <b>{deviceId}</b>
    <small>{macAddress}</small>
  </span>
)

/** Where it stands: its label, and the organization below. */
export function Whereabouts({ name, orgId }: Pick<DeviceRow, 'name' | 'orgId'>) {
  if (!orgId) return <span className={classes.quiet}>{name ? `${name}, not assigned` : 'Not assigned'}</span>
  return (
    <span className={classes.lines}>
      {name && <b title={name}>{name}</b>}
      <small title={orgId.orgName}>{orgId.orgName}</small>
    </span>
  )
}

/** Whether it is heard of, and since when; the exact time in the tooltip. */
export function LastSeen(device: Pick<DeviceRow, 'connectivity' | 'lastActive'>) {
  const seen = seenText(device)
  return (
    <span className={classes.lines}>
      <ConnectivityBadge connectivity={device.connectivity} />
      {device.lastActive && (
        <time dateTime={device.lastActive} title={exactDate(device.lastActive)}>
          {seen}
        </time>
      )}
    </span>
  )
}
