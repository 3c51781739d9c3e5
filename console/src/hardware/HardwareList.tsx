import { hardware } from '@hikmah/contract/hardware/calls'
import type { DeviceRow } from '@hikmah/contract/hardware/schemas'
import { deviceStatuses } from '@hikmah/contract/hardware/words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { wholeDollars } from '../kit/format/money.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, RowLink } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { Page } from '../kit/page/Page.tsx'
import { DeviceFilters } from './DeviceFilters.tsx'
import { DeviceStatusBadge } from './DeviceStatusBadge.tsx'
import { Identity, LastSeen, Whereabouts } from './device-cells.tsx'
import { MAY_NOT_CHANGE } from './device-words.ts'

const route = getRouteApi('/console/hardware')

const columns: Column<DeviceRow>[] = [
  {
    header: 'Device Id',
    sort: 'deviceId',
    width: 164,
    narrow: 'title',
    cell: (device) => <Identity {...device} />,
    narrowCell: ({ deviceId }) => <b>{deviceId}</b>,
  },
  {
    header: 'Name',
    sort: 'name',
    narrow: 'sub',
    cell: (device) => <Whereabouts {...device} />,
    narrowCell: ({ orgId, name }) => [name, orgId?.orgName].filter(Boolean).join(' · ') || 'Not assigned',
  },
  { header: 'App stream', sort: 'appStream', width: 120, wideOnly: true, cell: ({ appStream }) => appStream },
  {
    header: 'Status',
    sort: 'status',
    width: 124,
    narrow: 'badge',
    cell: ({ status }) => <DeviceStatusBadge status={status} />,
  },
  {
    header: 'Last seen',
    sort: 'lastActive',
    width: 136,
    narrow: 'end',
    cell: (device) => <LastSeen {...device} />,
  },
  { header: 'Added', sort: 'createdAt', width: 112, wideOnly: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    header: 'Price',
    sort: 'price',
    width: 84,
    align: 'right',
    wideOnly: true,
    cell: ({ price }) => wholeDollars(price),
  },
  {
    header: 'Action',
    width: 104,
    align: 'right',
    cell: ({ _id, deviceId }) => (
      <RowLink to="/hardware-details/$id" params={{ id: _id }} aria-label={`see details of ${deviceId}`}>
        see details
        <Icon name="right" size={14} />
      </RowLink>
    ),
  },
]

const statuses = deviceStatuses.map((value) => ({ value, label: value }))

/** /hardware: every unit, where it is and whether it is heard of. */
export function HardwareList() {
  const search = route.useSearch()
  const list = useQuery({
    ...read(hardware.listDevices, { query: pageOf(search) }),
    placeholderData: keepPreviousData,
  })
  const counts = list.data?.meta.counts
  return (
    <Page title="Hardware/Devices" count={counts?.all} action={<AddHardwareLink />}>
      <ListToolbar searchLabel="Search id, MAC, name, organization" statuses={statuses} counts={counts}>
        <DeviceFilters search={search} />
      </ListToolbar>
      <ListTable
        name="Devices"
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        sortedBy="-createdAt"
        narrowedBy={['appStream', 'connectivity', 'notSeenDays']}
        empty={{
          title: 'No devices',
          text: 'Add a kiosk or a screen and it shows here.',
          action: <AddHardwareLink />,
        }}
      />
    </Page>
  )
}

function AddHardwareLink() {
  const icon = <Icon name="plus" />
  if (useMay('hardware.manage')) {
    return (
      <ButtonLink role="button" to="/add-hardware" leftSection={icon}>
        Add Hardware/Device
      </ButtonLink>
    )
  }
  return (
    <SubmitButton type="button" isQuiet reason={MAY_NOT_CHANGE} leftSection={icon}>
      Add Hardware/Device
    </SubmitButton>
  )
}
