import { hardware } from '@hikmah/contract/hardware/calls'
import type { DeviceRow } from '@hikmah/contract/hardware/schemas'
import { organizations } from '@hikmah/contract/organizations/calls'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, RowLink } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { ConnectivityBadge } from './ConnectivityBadge.tsx'
import { DeviceLink } from './DeviceLink.tsx'
import { DeviceStatusBadge } from './DeviceStatusBadge.tsx'
import { Identity, LastSeen } from './device-cells.tsx'
import { MAY_NOT_CHANGE } from './device-words.ts'
import classes from './hardware.module.css'
import { LoadAgain } from './LoadAgain.tsx'
import { RemoveDevice } from './RemoveDevice.tsx'

const route = getRouteApi('/console/assign-hardware/$id')

/** /assign-hardware/{id}: the devices of one organization. */
export function AssignedHardware() {
  const { id } = route.useParams()
  const organization = useQuery(read(organizations.readOrganization, { params: { id } }))
  return (
    <LoadedPage
      name="Organization"
      query={organization}
      trail={[<OrganizationsLink key="all" />]}
      wayBack={<OrganizationsLink>Go to the organizations</OrganizationsLink>}
    >
      {(data) => <Assigned key={id} organization={data} />}
    </LoadedPage>
  )
}

function Assigned({ organization }: { organization: Organization }) {
  const { _id, orgName } = organization
  const devices = useQuery(read(hardware.listOrganizationDevices, { params: { orgId: _id } }))
  const { page, limit } = pageOf(route.useSearch())
  const { data, error, refetch } = devices
  const all = data?.data

  // The seeds: a list that cannot be loaded is only logged.
  useEffect(() => {
    if (error) console.error('The hardware of the organization could not be loaded', error)
  }, [error])

  return (
    <Page
      title="Hardware"
      count={all?.length}
      sub={`Assigned to ${orgName}`}
      action={<AddLink organization={organization} />}
      trail={[
        <OrganizationsLink key="all" />,
        <OrganizationLink key="one" id={_id}>
          {orgName}
        </OrganizationLink>,
      ]}
    >
      {error && !data ? (
        <LoadAgain title="No hardware to show" onRetry={refetch} />
      ) : (
        <ListTable
          name="Assigned hardware"
          query={{
            ...devices,
            error: null,
            // The organization's devices come all at once; the pages are made here.
            data: all && {
              data: all.slice((page - 1) * limit, page * limit),
              meta: { total: all.length, page, limit },
            },
          }}
          columns={columnsFor(orgName)}
          rowKey={(device) => device._id}
          empty={{
            title: 'No Devices Assigned',
            text: 'Add a device from the stock and it shows here.',
            action: <AddLink organization={organization} />,
          }}
        />
      )}
    </Page>
  )
}

const columnsFor = (orgName: string): Column<DeviceRow>[] => [
  {
    header: 'Device Id',
    width: 176,
    narrow: 'title',
    cell: (device) => <Identity {...device} />,
    // The words of the row's link do not fit into the card.
    narrowCell: ({ _id, deviceId }) => (
      <b>
        <DeviceLink id={_id}>{deviceId}</DeviceLink>
      </b>
    ),
  },
  {
    header: 'Install label',
    narrow: 'sub',
    cell: ({ name }) => name || '–',
    narrowCell: ({ name, appStream, connectivity }) => (
      <span className={classes.card}>
        {[name, appStream].filter(Boolean).join(' · ')}
        <ConnectivityBadge connectivity={connectivity} />
      </span>
    ),
  },
  { header: 'App stream', width: 136, wideOnly: true, cell: ({ appStream }) => appStream },
  {
    header: 'Status',
    width: 132,
    narrow: 'badge',
    cell: ({ status }) => <DeviceStatusBadge status={status} />,
  },
  { header: 'Last seen', width: 148, cell: (device) => <LastSeen {...device} /> },
  {
    header: 'Action',
    width: 208,
    align: 'right',
    narrow: 'end',
    cell: (device) => (
      <span className={classes.actions}>
        <RemoveDevice device={device} orgName={orgName} />
        <RowLink
          to="/hardware-details/$id"
          params={{ id: device._id }}
          aria-label={`see details of ${device.deviceId}`}
        >
          see details
          <Icon name="right" size={14} />
        </RowLink>
      </span>
    ),
    narrowCell: (device) => <RemoveDevice device={device} orgName={orgName} />,
  },
]

function AddLink({ organization: { _id, orgName, orgStatus } }: { organization: Organization }) {
  const mayManage = useMay('hardware.manage')
  const icon = <Icon name="plus" />
  const isBlocked = orgStatus === 'blocked'
  if (!mayManage || isBlocked) {
    const reason = mayManage ? `${orgName} is blocked and cannot be given devices` : MAY_NOT_CHANGE
    return (
      <SubmitButton type="button" isQuiet reason={reason} leftSection={icon}>
        Add
      </SubmitButton>
    )
  }
  return (
    <ButtonLink role="button" to="/select-hardware/$id" params={{ id: _id }} leftSection={icon}>
      Add
    </ButtonLink>
  )
}
