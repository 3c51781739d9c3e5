import { hardware } from '@hikmah/contract/hardware/endpoints'
import { MAY_NOT_CHANGE_DEVICES } from '@hikmah/contract/hardware/rules'
import {
  appStreams,
  connectivities,
  connectivityLabels,
  type DeviceRow,
  type DevicesQuery,
  deviceStatuses,
} from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { getRouteApi } from '@tanstack/react-router'
import type { z } from 'zod'
import { read, useMay } from '../kit/api/data.ts'
import { GuardedLink } from '../kit/form/SubmitButton.tsx'
import { ORDER_A_DEVICE, plural, wholeDollars } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, type Filter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { ButtonLink, Page } from '../kit/page/Page.tsx'
import { RowActions } from '../kit/row/RowActions.tsx'
import { DeviceStatusBadge, deviceIdColumn, LastSeen, SeeDetails, Whereabouts } from './DeviceCells.tsx'

const route = getRouteApi('/console/hardware')

const columns: Column<DeviceRow>[] = [
  { ...deviceIdColumn, width: 164 },
  {
    header: 'Name',
    sort: 'name',
    narrow: 'sub',
    cell: (device) => <Whereabouts {...device} />,
    narrowCell: ({ orgId, name, macAddress }) => (
      <>
        {[name, orgId && organizationName(orgId.orgName)].filter(Boolean).join(' · ') || 'Not assigned'}
        <br />
        {macAddress}
      </>
    ),
  },
  { header: 'App stream', sort: 'appStream', width: 112, wideOnly: true, cell: ({ appStream }) => appStream },
  {
    header: 'Status',
    sort: 'status',
    width: 124,
    narrow: 'badge',
    cell: ({ status, orgId }) => <DeviceStatusBadge status={status} isAssigned={orgId !== null} />,
  },
  {
    header: 'Last seen',
    sort: 'lastActive',
    width: 136,
    narrow: 'end',
    cell: (device) => <LastSeen {...device} />,
  },
  {
    header: 'Added',
    sort: 'createdAt',
    width: 152,
    wideOnly: true,
    cell: ({ createdAt }) => <When at={createdAt} age />,
  },
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
    cell: (device) => (
      <RowActions>
        <SeeDetails {...device} />
      </RowActions>
    ),
  },
]

const statuses = deviceStatuses.map((value) => ({ value, label: value }))

/** /hardware: every device, where it is and whether it is online. */
export function HardwareList() {
  const search = route.useSearch()
  const list = useList(read(hardware.listDevices, { query: pageOf(search) }))
  const meta = list.data?.meta
  return (
    <Page title="Hardware/Devices" count={titleCount(meta)} action={<HeadActions />}>
      <ListToolbar
        searchLabel="Search id, MAC, name, organization"
        statuses={statuses}
        meta={meta}
        filters={deviceFilters(search)}
      />
      <ListTable
        name="Devices"
        one="device"
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        sortedBy="-createdAt"
        isWide
        empty={{
          title: 'No devices',
          text: 'Add a kiosk or a screen and it appears here.',
          action: <AddHardwareLink />,
        }}
      />
    </Page>
  )
}

function HeadActions() {
  return (
    <>
      {useMay('orders.manage') && (
        <ButtonLink variant="default" to="/order/order-form">
          {ORDER_A_DEVICE}
        </ButtonLink>
      )}
      <AddHardwareLink />
    </>
  )
}

const AddHardwareLink = () => (
  <GuardedLink
    role="button"
    reason={!useMay('hardware.manage') && MAY_NOT_CHANGE_DEVICES}
    to="/add-hardware"
    leftSection={<Icon name="plus" />}
  >
    Add Hardware/Device
  </GuardedLink>
)

const DAYS = [1, 7, 30, 90]

const streams = appStreams.map((value) => ({ value, label: value }))
const connections = connectivities.map((value) => ({ value, label: connectivityLabels[value] }))
const notSeenFor = (days: number) => ({ value: days, label: `Not seen for ${plural(days, 'day')}` })

/** The filters of the inventory besides search and status, kept in the address as well. */
export function deviceFilters({ appStream, connectivity, notSeenDays }: z.output<typeof DevicesQuery>): Filter[] {
  // A pasted address may ask for another number of days.
  const days = [...new Set([...DAYS, ...(notSeenDays ? [notSeenDays] : [])])].sort((a, b) => a - b)
  return [
    choiceFilter('appStream', 'App stream', appStream, streams),
    choiceFilter('connectivity', 'Connectivity', connectivity, connections),
    choiceFilter('notSeenDays', 'Not seen for', notSeenDays, days.map(notSeenFor)),
  ]
}
