import { usStates } from '@hikmah/contract/addresses'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { MAY_NOT_CHANGE_DEVICES } from '@hikmah/contract/hardware/rules'
import {
  appStreams,
  connectivities,
  connectivityLabels,
  type DeviceRow,
  type DevicesQuery,
  listedDeviceStatuses,
} from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { z } from 'zod'
import { read, useMay } from '../kit/api/data.ts'
import { useIsNarrow } from '../kit/display/viewport.ts'
import { GuardedLink } from '../kit/form/SubmitButton.tsx'
import { ORDER_A_DEVICE, plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, chevronColumn, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, type Filter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf, useListSearch } from '../kit/list/list-search.ts'
import { ButtonLink, Page } from '../kit/page/Page.tsx'
import { DeviceStatusBadge, deviceIdColumn, LastSeen, placeText, SeeDetails, Whereabouts } from './DeviceCells.tsx'
import classes from './hardware.module.css'
import { QuickFilter } from './QuickFilter.tsx'

const route = getRouteApi('/console/hardware')

type Query = z.output<typeof DevicesQuery>

const columns: Column<DeviceRow>[] = [
  { ...deviceIdColumn, width: 164 },
  {
    header: 'Name',
    sort: 'name',
    width: 168,
    wideOnly: true,
    cell: ({ name }) => <span className={classes.label}>{name || '–'}</span>,
  },
  {
    header: 'Organization',
    narrow: 'sub',
    cell: (device) => <Whereabouts {...device} />,
    narrowCell: ({ orgId, name, macAddress }) => (
      <>
        {[name, orgId ? organizationName(orgId.orgName) : 'Not assigned'].filter(Boolean).join(' · ')}
        <br />
        {[placeText(orgId), macAddress].filter(Boolean).join(' · ')}
      </>
    ),
  },
  {
    header: 'App stream',
    sort: 'appStream',
    width: 120,
    wideOnly: true,
    same: ({ appStream }) => appStream,
    saidBy: 'appStream',
    cell: ({ appStream }) => appStream,
  },
  {
    header: 'Last seen',
    sort: 'lastActive',
    width: 136,
    narrow: 'end',
    cell: (device) => <LastSeen {...device} />,
  },
  {
    header: 'Status',
    sort: 'status',
    width: 124,
    narrow: 'badge',
    same: ({ status, orgId }) => `${status}${orgId !== null}`,
    saidBy: 'status',
    cell: ({ status, orgId }) => <DeviceStatusBadge status={status} isAssigned={orgId !== null} />,
  },
  chevronColumn(SeeDetails),
]

const statuses = listedDeviceStatuses.map((value) => ({ value, label: value }))

// After the list, which does not wait for it.
const DeviceStates = lazy(() => import('./DeviceStates.tsx').then((it) => ({ default: it.DeviceStates })))

/** /hardware: every device, where it is and whether it is online. */
export function HardwareList() {
  const search = route.useSearch()
  const list = useList(read(hardware.listDevices, { query: pageOf(search) }))
  const meta = list.data?.meta
  // On a telephone they would push the devices off the screen.
  const isNarrow = useIsNarrow()
  return (
    <Page title="Hardware/Devices" count={titleCount(meta)} action={<HeadActions />}>
      <ListToolbar
        searchLabel="Search ID, MAC, place, organization"
        statuses={statuses}
        meta={meta}
        filters={[...deviceFilters(search), ...(isNarrow ? quickFilters(search) : [])]}
      >
        <StateFilter state={search.state} />
        {!isNarrow && quickFilters(search).map((filter) => <QuickFilter key={filter.label} {...filter} />)}
      </ListToolbar>
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
      <Suspense>
        <DeviceStates chosen={search.state} />
      </Suspense>
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

const quickFilters = ({ appStream, connectivity }: Query): Filter[] => [
  choiceFilter('connectivity', 'Connectivity', connectivity, connections),
  choiceFilter('appStream', 'App stream', appStream, streams),
]

/** The filters of the inventory besides search and status, kept in the address as well. */
function deviceFilters({ notSeenDays }: Query): Filter[] {
  // A pasted address may ask for another number of days.
  const days = [...new Set([...DAYS, ...(notSeenDays ? [notSeenDays] : [])])].sort((a, b) => a - b)
  return [choiceFilter('notSeenDays', 'Not seen for', notSeenDays, days.map(notSeenFor))]
}

const states = Object.entries(usStates).map(([label, value]) => ({ value, label }))

/** Where the organization is. */
function StateFilter({ state }: Pick<Query, 'state'>) {
  const { change } = useListSearch()
  // A pasted address may name a place outside the United States.
  const others = state && !states.some(({ value }) => value === state) ? [{ value: state, label: state }] : []
  return (
    <NativeSelect
      size="xs"
      aria-label="State"
      className={classes.state}
      rightSection={<Icon name="down" size={12} />}
      data={[{ value: '', label: 'All states' }, ...others, ...states]}
      value={state ?? ''}
      onChange={({ currentTarget }) => void change({ state: currentTarget.value || undefined })}
    />
  )
}
