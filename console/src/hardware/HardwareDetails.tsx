import { hardware } from '@hikmah/contract/hardware/endpoints'
import { MAY_NOT_CHANGE_DEVICES, whyNotAssign, whyNotDelete } from '@hikmah/contract/hardware/rules'
import { type ConnectionEvent, DEVICE_DELETED, type Device } from '@hikmah/contract/hardware/schemas'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { ShowOlder, Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton, GuardedLink } from '../kit/form/SubmitButton.tsx'
import { countText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Columns, Page, SectionHead } from '../kit/page/Page.tsx'
import { DeviceStatusBadge } from './DeviceCells.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'
import { hardwareTrail, hardwareWayBack } from './DeviceLink.tsx'
import classes from './hardware.module.css'

const route = getRouteApi('/console/hardware-details/$id')

/** /hardware-details/{id}: one unit, and when it was connected. */
export function HardwareDetails() {
  const { id } = route.useParams()
  const device = useQuery(read(hardware.readDevice, { params: { id } }))
  return (
    <LoadedPage name="Device" shape="detail" query={device} trail={hardwareTrail} wayBack={hardwareWayBack}>
      {(data) => (
        <Page
          title={data.deviceId}
          badge={<DeviceStatusBadge status={data.status} isAssigned={data.orgId !== null} />}
          action={<Actions device={data} />}
          trail={hardwareTrail}
        >
          <Columns rail={<DeviceTimeline id={id} />}>
            <DeviceFacts device={data} />
          </Columns>
        </Page>
      )}
    </LoadedPage>
  )
}

function Actions({ device }: { device: Device }) {
  const { _id, deviceId, status, orgId } = device
  const navigate = useNavigate()
  const mayManage = useMay('hardware.manage')
  const mayDelete = useMay('hardware.delete')
  const remove = useWrite(hardware.deleteDevice, {
    leave: () => navigate({ to: '/hardware' }),
    success: (_, message) => notifySuccess(message ?? DEVICE_DELETED),
    error: ({ message }) => notifyFailure(message),
  })

  async function askAndDelete() {
    const isSure = await confirm({
      title: `Delete device ${deviceId}?`,
      body: `${deviceId} is removed from the inventory and its device key stops working at once. Its MAC address can be used again, but its id cannot.`,
      action: 'Delete device',
    })
    if (isSure) remove.mutate({ params: { id: _id } })
  }

  return (
    <>
      {mayManage && !orgId && <AssignDevice device={device} />}
      <GuardedLink
        variant="default"
        leftSection={<Icon name="edit" />}
        reason={!mayManage && MAY_NOT_CHANGE_DEVICES}
        to="/edit-hardware/$id"
        params={{ id: _id }}
      >
        Edit Device
      </GuardedLink>
      <GuardedButton
        variant="danger-outline"
        leftSection={<Icon name="trash" />}
        loading={remove.isPending}
        reason={mayDelete ? whyNotDelete(status, orgId?.orgName) : 'Only owners and admins can delete devices'}
        onClick={() => void askAndDelete()}
      >
        Delete Device
      </GuardedButton>
    </>
  )
}

// Loaded on demand: it brings the list to choose from.
const AssignDialog = lazy(() => import('./SelectHardware.tsx').then((it) => ({ default: it.AssignDialog })))

function AssignDevice({ device }: { device: Device }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <GuardedButton reason={whyNotAssign(device.status)} onClick={() => setOpen(true)}>
        Assign
      </GuardedButton>
      {isOpen && (
        <Suspense>
          <AssignDialog device={device} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const PAGE = 10

export function DeviceTimeline({ id }: { id: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [hardware.listDeviceEvents.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(hardware.listDeviceEvents, { params: { id }, query: { page: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { page, limit, total } }) => (page * limit < total ? page + 1 : undefined),
  })
  // New events push older ones onto the next page, so duplicates are dropped.
  const events = [...new Map(data?.pages.flatMap((page) => page.data).map((event) => [event._id, event])).values()]
  const total = data?.pages.at(-1)?.meta.total ?? 0

  return (
    <aside aria-label="Timeline">
      <SectionHead title="Timeline">
        {data && total > 0 && <span className="quiet">{countText(total)}</span>}
      </SectionHead>
      {error && <LoadFailure what="The timeline" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="the timeline" />}
      {data && total === 0 && (
        <p className={classes.nothing}>
          Nothing yet. Events appear here once the device has its device key and connects.
        </p>
      )}
      {events.length > 0 && (
        <div className={classes.timeline}>
          <Timeline byDay items={events.map(timelineItem)} />
        </div>
      )}
      {hasNextPage && <ShowOlder loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </aside>
  )
}

const timelineItem = (event: ConnectionEvent): TimelineItem => ({
  key: event._id,
  at: event.created,
  ...(event.type === 'connected'
    ? { title: 'Connected', glyph: 'check', tone: 'success' }
    : { title: 'Disconnected', glyph: 'slash' }),
  by: event.ip,
  text: <EventText {...event} />,
})

function EventText({ city, country, lat, long, browser, os, lastActive }: ConnectionEvent) {
  const place = [city, country].filter(Boolean).join(', ')
  const agent = [browser, os].filter(Boolean).join(' on ')
  return (
    <>
      {place && <div>{place}</div>}
      {lat !== null && long !== null && (
        <div>
          Lat {lat}, long {long}
        </div>
      )}
      {agent && <div>{agent}</div>}
      {lastActive && (
        <div>
          Last active <When at={lastActive} as="moment" />
        </div>
      )}
    </>
  )
}
