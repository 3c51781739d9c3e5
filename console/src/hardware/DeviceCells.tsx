import {
  type Connectivity,
  connectivityLabels,
  connectivityTones,
  type DeviceRow,
  type DeviceStatus,
  listedStatus,
  shownStatus,
} from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { ageText, exactDate } from '../kit/format/texts.ts'
import { Age } from '../kit/format/When.tsx'
import type { GlyphName } from '../kit/icons/glyphs.tsx'
import type { Column } from '../kit/list/ListTable.tsx'
import { Lines, RowLink } from '../kit/row/RowActions.tsx'
import classes from './hardware.module.css'
import { ListedStatusBadge } from './ListedStatusBadge.tsx'

export const APP_STREAM_MEANING =
  'The application that the device runs: a kiosk takes donations, a screen shows content.'

/** `seen 5 min ago`, `seen now`; undefined for a device that never connected. */
export function seenText({ lastActive }: Pick<DeviceRow, 'lastActive'>): string | undefined {
  if (!lastActive) return undefined
  const age = ageText(lastActive)
  return age === 'now' ? 'seen now' : `seen ${age} ago`
}

/**
 * The lifecycle status that staff set; being online is separate. `isAssigned`: it belongs to an organization, so one that is
 * Available is not free.
 */
export function DeviceStatusBadge({ status, isAssigned = false }: { status: DeviceStatus; isAssigned?: boolean }) {
  const chips = [...new Set([shownStatus(status), listedStatus(status, isAssigned)])]
  return (
    <span className={classes.chips}>
      {chips.map((chip) => (
        <ListedStatusBadge key={chip} status={chip} />
      ))}
    </span>
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
  <RowLink to="/hardware-details/$id" params={{ id: _id }} aria-label={`see details of ${deviceId}`} isWordSpoken>
    see details
  </RowLink>
)

/** `Plano, TX`, as far as it is known. */
export const placeText = (orgId: DeviceRow['orgId']): string => [orgId?.city, orgId?.state].filter(Boolean).join(', ')

export function Whereabouts({ orgId }: Pick<DeviceRow, 'orgId'>) {
  if (!orgId) return <span className="quiet">Not assigned</span>
  return (
    <Lines>
      <b title={orgId.orgName}>{organizationName(orgId.orgName)}</b>
      <small>{placeText(orgId)}</small>
    </Lines>
  )
}

export function LastSeen(device: Pick<DeviceRow, 'connectivity' | 'lastActive'>) {
  return (
    <Lines>
      <ConnectivityBadge connectivity={device.connectivity} />
      {device.lastActive && (
        <time dateTime={device.lastActive} title={exactDate(device.lastActive)}>
          <Age text={seenText(device) ?? ''} />
        </time>
      )}
    </Lines>
  )
}
