import { hardware } from '@hikmah/contract/hardware/endpoints'
import { MAY_NOT_CHANGE_DEVICES } from '@hikmah/contract/hardware/rules'
import type { DeviceRow, DevicesQuery } from '@hikmah/contract/hardware/schemas'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { blockedBecause, organizationName } from '@hikmah/contract/organizations/words'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { read, useMay } from '../kit/api/data.ts'
import { GuardedLink } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, titleCount, useList, useLogged } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { NothingLoaded } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { RowAction, RowActions } from '../kit/row/RowActions.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { OrganizationPanel } from '../organizations/OrganizationPanel.tsx'
import { DeviceStatusBadge, deviceIdColumn, LastSeen, SeeDetails } from './DeviceCells.tsx'
import { RemoveDialog } from './DeviceDialogs.tsx'
import { INSTALL_LABEL } from './DeviceLink.tsx'
import classes from './hardware.module.css'

const route = getRouteApi('/console/assign-hardware/$id')

export const readDevicesOf = (orgId: string, search: z.infer<typeof DevicesQuery>) =>
  read(hardware.listOrganizationDevices, { params: { orgId }, query: pageOf(search) })

/** /assign-hardware/{id}: the devices of one organization. */
export function AssignedHardware() {
  const { id } = route.useParams()
  return <OrganizationPanel id={id}>{(data) => <Assigned key={id} organization={data} />}</OrganizationPanel>
}

function Assigned({ organization }: { organization: Organization }) {
  const { _id } = organization
  const orgName = organizationName(organization.orgName)
  const search = route.useSearch()
  const devices = useList(readDevicesOf(_id, search))
  const { data, error, refetch } = devices
  useLogged('The hardware of the organization could not be loaded', error)

  return (
    <Page
      title="Hardware"
      count={titleCount(data?.meta)}
      sub={`Assigned to ${orgName}`}
      // An empty list has it where the rows would be.
      action={data?.meta.whole !== 0 && <AddLink organization={organization} />}
      trail={[
        <OrganizationsLink key="all" />,
        <OrganizationLink key="one" id={_id}>
          {orgName}
        </OrganizationLink>,
      ]}
    >
      {error && !data ? (
        <NothingLoaded title="No hardware to show" onRetry={refetch} />
      ) : (
        <>
          <ListToolbar searchLabel="Search id, MAC, label" meta={data?.meta} />
          <ListTable
            name="Assigned hardware"
            one="device"
            query={devices}
            columns={assignedColumns(orgName)}
            rowKey={(device) => device._id}
            sortedBy="deviceId"
            failsQuietly
            empty={{
              title: 'No Devices Assigned',
              text: 'Add a device from the stock and it appears here.',
              action: <AddLink organization={organization} />,
            }}
          />
        </>
      )}
    </Page>
  )
}

const assignedColumns = (orgName: string): Column<DeviceRow>[] => [
  { ...deviceIdColumn, width: 176 },
  {
    header: INSTALL_LABEL,
    sort: 'name',
    narrow: 'sub',
    cell: ({ name }) => <span className={classes.label}>{name || '–'}</span>,
    narrowCell: ({ name, appStream, macAddress }) => (
      <span className={classes.card}>
        {[name, appStream].filter(Boolean).join(' · ')}
        <span>{macAddress}</span>
      </span>
    ),
  },
  {
    header: 'App stream',
    sort: 'appStream',
    width: 136,
    wideOnly: true,
    same: ({ appStream }) => appStream,
    cell: ({ appStream }) => appStream,
  },
  {
    header: 'Status',
    sort: 'status',
    width: 132,
    narrow: 'badge',
    cell: ({ status }) => <DeviceStatusBadge status={status} isAssigned />,
  },
  {
    header: 'Last seen',
    sort: 'lastActive',
    width: 148,
    narrow: 'end',
    cell: (device) => <LastSeen {...device} />,
  },
  {
    header: 'Action',
    width: 104,
    align: 'right',
    narrow: 'actions',
    cell: (device) => (
      <RowActions>
        <RemoveDevice device={device} orgName={orgName} />
        <SeeDetails {...device} />
      </RowActions>
    ),
  },
]

function AddLink({ organization: { _id, orgName, orgStatus } }: { organization: Organization }) {
  const mayManage = useMay('hardware.manage')
  return (
    <GuardedLink
      role="button"
      reason={mayManage ? orgStatus === 'blocked' && blockedBecause(orgName) : MAY_NOT_CHANGE_DEVICES}
      to="/select-hardware/$id"
      params={{ id: _id }}
      leftSection={<Icon name="plus" />}
    >
      Add
    </GuardedLink>
  )
}

export function RemoveDevice({ device, orgName }: { device: DeviceRow; orgName: string }) {
  const [isAsked, setAsked] = useState(false)
  if (!useMay('hardware.manage')) return null
  return (
    <>
      <RowAction aria-label={`Remove ${device.deviceId}`} onClick={() => setAsked(true)}>
        Remove
      </RowAction>
      {isAsked && <RemoveDialog device={device} orgName={orgName} onClose={() => setAsked(false)} />}
    </>
  )
}
