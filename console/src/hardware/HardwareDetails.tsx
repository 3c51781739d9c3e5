import { hardware } from '@hikmah/contract/hardware/endpoints'
import { MAY_NOT_CHANGE_DEVICES, whyNotAssign, whyNotDelete } from '@hikmah/contract/hardware/rules'
import {
  type ConnectionEvent,
  DEVICE_DELETED,
  type Device,
  deviceFields,
  type Uptime,
} from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { type SummaryCard, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { ShowOlder, Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { GuardedButton, GuardedLink } from '../kit/form/SubmitButton.tsx'
import { countText, dollarsAndCents, plural } from '../kit/format/texts.ts'
import { Age, When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Columns, Page, SectionHead } from '../kit/page/Page.tsx'
import { GuardedItem, MoreMenu } from '../kit/popup/MoreMenu.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { ConnectivityBadge, DeviceStatusBadge, placeText, seenText } from './DeviceCells.tsx'
import { ChangeStatus, RemoveDialog } from './DeviceDialogs.tsx'
import { DeviceFacts, describeAgent, describePlace } from './DeviceFacts.tsx'
import { AssignedHardwareLink, hardwareTrail, hardwareWayBack } from './DeviceLink.tsx'
import { Incidents, UptimeGrid } from './DeviceUptime.tsx'
import classes from './hardware.module.css'
import { daysOf, lengthText, onlineShare, totalsOf } from './uptime.ts'

const route = getRouteApi('/console/hardware-details/$id')

/** /hardware-details/{id}: one unit, and when it was connected. */
export function HardwareDetails() {
  const { id } = route.useParams()
  const device = useQuery(read(hardware.readDevice, { params: { id } }))
  const uptime = useQuery(read(hardware.readUptime, { params: { id } }))
  return (
    <LoadedPage name="Device" shape="detail" query={device} trail={hardwareTrail} wayBack={hardwareWayBack}>
      {(data) => (
        <Page
          title={data.deviceId}
          badge={<DeviceStatusBadge status={data.status} isAssigned={data.orgId !== null} />}
          action={<Actions device={data} />}
          sub={<Place device={data} />}
          trail={hardwareTrail}
        >
          <Figures device={data} uptime={uptime.data?.data} />
          <Columns
            rail={
              <>
                <WhereItIs device={data} />
                <DeviceTimeline id={id} />
              </>
            }
          >
            {uptime.error && <LoadFailure what="The times offline" error={uptime.error} onRetry={uptime.refetch} />}
            {!uptime.data && !uptime.error && <LoadingLines name="the times offline" />}
            {uptime.data && (
              <>
                <UptimeGrid uptime={uptime.data.data} />
                <Incidents uptime={uptime.data.data} />
              </>
            )}
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
      {mayManage && <ChangeStatus device={device} />}
      <GuardedLink
        variant="default"
        leftSection={<Icon name="edit" />}
        reason={!mayManage && MAY_NOT_CHANGE_DEVICES}
        to="/edit-hardware/$id"
        params={{ id: _id }}
      >
        Edit Device
      </GuardedLink>
      <MoreMenu name="More for this device">
        <GuardedItem
          icon="trash"
          reason={mayDelete ? whyNotDelete(status, orgId?.orgName) : 'Only owners and admins can delete devices'}
          onClick={() => void askAndDelete()}
        >
          Delete Device
        </GuardedItem>
      </MoreMenu>
    </>
  )
}

/** Sisters’ entrance · Darul Uloom · Raleigh, NC */
function Place({ device: { name, orgId } }: { device: Device }) {
  const parts = [
    name,
    orgId && <OrganizationLink id={orgId._id}>{organizationName(orgId.orgName)}</OrganizationLink>,
    placeText(orgId),
  ].filter(Boolean)
  return parts.length > 0 ? (
    parts.map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <Fragment key={i}>
        {i > 0 && ' · '}
        <bdi>{part}</bdi>
      </Fragment>
    ))
  ) : (
    <>Not assigned</>
  )
}

function Figures({ device, uptime }: { device: Device; uptime: Uptime | undefined }) {
  const days = uptime && daysOf(uptime)
  const total = days && totalsOf(days.flatMap(({ hours }) => hours))
  const first = days?.[0]?.at ?? 0
  const disconnects = uptime?.outages.filter(({ from }) => Date.parse(from) >= first) ?? []
  const onDays = new Set(disconnects.map(({ from }) => new Date(from).toDateString())).size
  const cards: SummaryCard[] = [
    {
      label: 'Connectivity',
      value: (
        <span className={classes.figure}>
          <ConnectivityBadge connectivity={device.connectivity} />
        </span>
      ),
      text: <Age text={seenText(device) ?? 'no beat yet'} />,
    },
    {
      label: 'Online, 30 days',
      ...(total && {
        value: onlineShare(total) ?? '–',
        text:
          total.known === 0 ? (
            'no data'
          ) : total.offline > 0 ? (
            <Age text={`${lengthText(total.offline)} offline`} />
          ) : (
            'never offline'
          ),
      }),
    },
    {
      label: 'Disconnects',
      ...(uptime && {
        value: countText(disconnects.length),
        text: [
          disconnects.length > 0 && `on ${plural(onDays, 'day')}`,
          `${countText(uptime.disconnectsBefore)} in the 30 days before`,
        ]
          .filter(Boolean)
          .join(', '),
      }),
    },
    { label: 'Revenue', value: dollarsAndCents(device.revenue), text: device.appStream },
  ]
  return <SummaryCards small label="Device at a glance" cards={cards} />
}

// Loaded on demand: it brings the list to choose from.
const AssignDialog = lazy(() => import('./SelectHardware.tsx').then((it) => ({ default: it.AssignDialog })))

function WhereItIs({ device }: { device: Device }) {
  const { status, orgId, name, assignedAt } = device
  const [asked, setAsked] = useState<'assign' | 'remove'>()
  const mayManage = useMay('hardware.manage')
  const close = () => setAsked(undefined)
  const toAssign = orgId ? 'Move' : 'Assign'
  useShortcut('A', toAssign, () => setAsked('assign'), { disabled: !mayManage || Boolean(whyNotAssign(status)) })
  return (
    <section className={classes.where} aria-label="Where it is">
      <SectionHead title="Where it is" />
      <Facts
        columns={1}
        facts={[
          [
            'Organization',
            orgId && <AssignedHardwareLink orgId={orgId._id}>{organizationName(orgId.orgName)}</AssignedHardwareLink>,
          ],
          [deviceFields.name, name],
          ['Since', assignedAt && <When at={assignedAt} age />],
        ]}
      />
      {mayManage && (
        <div className={classes.beside}>
          <GuardedButton
            variant={orgId ? 'default' : 'filled'}
            reason={whyNotAssign(status)}
            onClick={() => setAsked('assign')}
          >
            {toAssign}
          </GuardedButton>
          {orgId && (
            <GuardedButton variant="danger-outline" onClick={() => setAsked('remove')}>
              Remove
            </GuardedButton>
          )}
          {orgId && <span className="quiet">Its key and history stay.</span>}
        </div>
      )}
      {asked === 'assign' && (
        <Suspense>
          <AssignDialog device={device} onClose={close} />
        </Suspense>
      )}
      {asked === 'remove' && orgId && (
        <RemoveDialog device={device} orgName={organizationName(orgId.orgName)} onClose={close} />
      )}
    </section>
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
  // The incidents tell of the latest ones, so only the last word stands here until somebody asks.
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? events : events.slice(0, 1)

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
      {shown.length > 0 && (
        <div className={classes.timeline}>
          <Timeline byDay items={shown.map((event, i) => timelineItem(event, shown[i - 1]))} />
        </div>
      )}
      {(hasNextPage || shown.length < events.length) && (
        <ShowOlder loading={isFetchingNextPage} onClick={() => (isOpen ? void fetchNextPage() : setOpen(true))} />
      )}
    </aside>
  )
}

const timelineItem = (event: ConnectionEvent, above: ConnectionEvent | undefined): TimelineItem => ({
  key: event._id,
  at: event.created,
  ...(event.type === 'connected'
    ? { title: 'Connected', glyph: 'check', tone: 'success' }
    : { title: 'Disconnected', glyph: 'slash' }),
  by: event.ip,
  text: <EventText event={event} isAsAbove={above !== undefined && describeEvent(above) === describeEvent(event)} />,
})

const coordinates = ({ lat, long }: ConnectionEvent) =>
  lat !== null && long !== null ? `Lat ${lat}, long ${long}` : ''
const describeEvent = (event: ConnectionEvent) => `${describePlace(event)} ${coordinates(event)}`.trim()

function EventText({ event, isAsAbove }: { event: ConnectionEvent; isAsAbove: boolean }) {
  const lines = isAsAbove
    ? []
    : [[event.city, event.country].filter(Boolean).join(', '), coordinates(event), describeAgent(event)]
  return (
    <>
      {lines.filter(Boolean).map((line) => (
        <div key={line}>{line}</div>
      ))}
      {event.lastActive && (
        <div>
          Last active <When at={event.lastActive} as="moment" />
        </div>
      )}
    </>
  )
}
