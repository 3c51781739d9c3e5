import { hardware } from '@hikmah/contract/hardware/endpoints'
import { DEVICE_DELETED, type Device, whyNotAssign, whyNotDelete } from '@hikmah/contract/hardware/schemas'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { Columns } from '../kit/page/Columns.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { DeviceStatusBadge } from './DeviceCells.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'
import { HardwareLink } from './DeviceLink.tsx'
import { DeviceTimeline } from './DeviceTimeline.tsx'
import { MAY_NOT_CHANGE } from './device-words.ts'

const route = getRouteApi('/console/hardware-details/$id')

/** /hardware-details/{id}: one unit, and when it was connected. */
export function HardwareDetails() {
  const { id } = route.useParams()
  const navigate = useNavigate()
  const remove = useWrite(hardware.deleteDevice, {
    leave: () => navigate({ to: '/hardware' }),
    success: (_, message) => notifySuccess(message ?? DEVICE_DELETED),
    error: ({ message }) => notifyFailure(message),
  })
  const device = useQuery(read(hardware.readDevice, { params: { id } }))

  async function askAndDelete({ _id, deviceId }: Device) {
    const isSure = await confirm({
      title: `Delete device ${deviceId}?`,
      body: `${deviceId} is removed from the inventory and its device key stops working at once. Its MAC address can be used again, but its id cannot.`,
      action: 'Delete device',
    })
    if (isSure) remove.mutate({ params: { id: _id } })
  }

  return (
    <LoadedPage
      name="Device"
      shape="detail"
      query={device}
      trail={[<HardwareLink key="all" />]}
      wayBack={<HardwareLink>Go to the hardware</HardwareLink>}
    >
      {(data) => (
        <Page
          title={data.deviceId}
          badge={<DeviceStatusBadge status={data.status} isAssigned={data.orgId !== null} />}
          action={<Actions device={data} isDeleting={remove.isPending} onDelete={() => void askAndDelete(data)} />}
          trail={[<HardwareLink key="all" />]}
        >
          <Columns rail={<DeviceTimeline id={data._id} />}>
            <DeviceFacts device={data} />
          </Columns>
        </Page>
      )}
    </LoadedPage>
  )
}

interface ActionsProps {
  device: Device
  isDeleting: boolean
  onDelete: () => void
}

function Actions({ device, isDeleting, onDelete }: ActionsProps) {
  const mayManage = useMay('hardware.manage')
  const mayDelete = useMay('hardware.delete')
  const edit = <Icon name="edit" />
  return (
    <>
      {mayManage && <AssignDevice device={device} />}
      {mayManage ? (
        <ButtonLink variant="default" leftSection={edit} to="/edit-hardware/$id" params={{ id: device._id }}>
          Edit Device
        </ButtonLink>
      ) : (
        <SubmitButton type="button" variant="default" isQuiet reason={MAY_NOT_CHANGE} leftSection={edit}>
          Edit Device
        </SubmitButton>
      )}
      <SubmitButton
        type="button"
        variant="danger-outline"
        isQuiet
        leftSection={<Icon name="trash" />}
        loading={isDeleting}
        reason={
          mayDelete ? whyNotDelete(device.status, device.orgId?.orgName) : 'Only owners and admins can delete devices'
        }
        onClick={onDelete}
      >
        Delete Device
      </SubmitButton>
    </>
  )
}

// Loaded on demand: it brings the list to choose from.
const AssignDialog = lazy(() => import('./AssignDialog.tsx').then((it) => ({ default: it.AssignDialog })))

/** Gives a device of the stock to an organization, from its own page. */
export function AssignDevice({ device }: { device: Device }) {
  const [isOpen, setOpen] = useState(false)
  if (device.orgId) return null
  return (
    <>
      <SubmitButton type="button" isQuiet reason={whyNotAssign(device.status)} onClick={() => setOpen(true)}>
        Assign
      </SubmitButton>
      {isOpen && (
        <Suspense>
          <AssignDialog device={device} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
