import {
  ASSIGNED,
  type Connectivity,
  connectivityLabels,
  connectivityTones,
  type DeviceRow,
  type DeviceStatus,
  deviceStatusTones,
  shownStatus,
} from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { ageText, exactDate } from '../kit/format/texts.ts'
import type { GlyphName } from '../kit/icons/glyphs.tsx'
import type { Column } from '../kit/list/ListTable.tsx'
import { Lines, RowLink } from '../kit/row/RowActions.tsx'
import classes from './hardware.module.css'

/** `seen 5 min ago`, `seen now`; undefined for a device that never connected. */
export function seenText({ lastActive }: Pick<DeviceRow, 'lastActive'>): string | undefined {
  if (!lastActive) return undefined
  const age = ageText(lastActive)
  return age === 'now' ? 'seen now' : `seen ${age} ago`
}

/** These two share a tone whose own shape is an envelope, which makes no sense for a device. */
const glyphs: Partial<Record<string, GlyphName>> = { Active: 'check', [ASSIGNED]: 'check' }

/** The lifecycle status that staff set; being online is separate. `isAssigned`: it belongs to an organization. */
export function DeviceStatusBadge({ status, isAssigned }: { status: DeviceStatus; isAssigned?: boolean }) {
  const shown = shownStatus(status, isAssigned)
  return (
    <StatusBadge tone={deviceStatusTones[shown]} glyph={glyphs[shown]}>
      {shown}
    </StatusBadge>
  )
}

const connectivityGlyphs: Record<Connectivity, GlyphName> = { online: 'dot', offline: 'slash', never: 'dashed' }

export const ConnectivityBadge = ({ connectivity }: { connectivity: Connectivity }) => (
  <StatusBadge tone={connectivityTones[connectivity]} glyph={connectivityGlyphs[connectivity]} bare>
    {connectivityLabels[connectivity]}
  </StatusBadge>
)

const Identity = ({ deviceId, macAddress }: Pick<DeviceRow, 'deviceId' | 'macAddress'>) => (
  <Lines>
    <b className={classes.whole}>{deviceId}</b>
    <small className={classes.whole}>{macAddress}</small>
  </Lines>
)

export const deviceIdColumn: Column<DeviceRow> = {
  header: 'Device Id',
  sort: 'deviceId',
  narrow: 'title',
  cell: (device) => <Identity {...device} />,
  narrowCell: ({ deviceId }) => <b>{deviceId}</b>,
}

export const SeeDetails = ({ _id, deviceId }: Pick<DeviceRow, '_id' | 'deviceId'>) => (
  <RowLink to="/hardware-details/$id" params={{ id: _id }} aria-label={`see details of ${deviceId}`}>
    see details
  </RowLink>
)

export function Whereabouts({ name, orgId }: Pick<DeviceRow, 'name' | 'orgId'>) {
  if (!orgId) return <span className="quiet">{name ? `${name}, not assigned` : 'Not assigned'}</span>
  return (
    <Lines>
      {name && <b title={name}>{name}</b>}
      <small title={orgId.orgName}>{organizationName(orgId.orgName)}</small>
    </Lines>
  )
}

export function LastSeen(device: Pick<DeviceRow, 'connectivity' | 'lastActive'>) {
  return (
    <Lines>
      <ConnectivityBadge connectivity={device.connectivity} />
      {device.lastActive && (
        <time dateTime={device.lastActive} title={exactDate(device.lastActive)}>
          {seenText(device)}
        </time>
      )}
    </Lines>
  )
}
