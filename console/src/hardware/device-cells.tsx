import type { DeviceRow } from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { exactDate } from '../kit/format/dates.ts'
import { Lines } from '../kit/row/Lines.tsx'
import { ConnectivityBadge } from './ConnectivityBadge.tsx'
import { seenText } from './device-words.ts'
import classes from './hardware.module.css'

/** What the unit is: its id, and its MAC address below. */
export const Identity = ({ deviceId, macAddress }: Pick<DeviceRow, 'deviceId' | 'macAddress'>) => (
  <Lines>
    <b className={classes.whole}>{deviceId}</b>
    <small className={classes.whole}>{macAddress}</small>
  </Lines>
)

/** Where it stands: its label, and the organization below. */
export function Whereabouts({ name, orgId }: Pick<DeviceRow, 'name' | 'orgId'>) {
  if (!orgId) return <span className={classes.quiet}>{name ? `${name}, not assigned` : 'Not assigned'}</span>
  return (
    <Lines>
      {name && <b title={name}>{name}</b>}
      <small title={orgId.orgName}>{organizationName(orgId.orgName)}</small>
    </Lines>
  )
}

/** Online or not, and since when; the exact time is in the tooltip. */
export function LastSeen(device: Pick<DeviceRow, 'connectivity' | 'lastActive'>) {
  const seen = seenText(device)
  return (
    <Lines>
      <ConnectivityBadge connectivity={device.connectivity} />
      {device.lastActive && (
        <time dateTime={device.lastActive} title={exactDate(device.lastActive)}>
          {seen}
        </time>
      )}
    </Lines>
  )
}
