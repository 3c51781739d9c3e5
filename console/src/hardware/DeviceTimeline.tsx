import { hardware } from '@hikmah/contract/hardware/endpoints'
import type { ConnectionEvent } from '@hikmah/contract/hardware/schemas'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../kit/api/api.ts'
import { Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { countText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './hardware.module.css'

const PAGE = 10

/** When the device connected and disconnected, newest first, ten at a time. */
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
        {data && total > 0 && <span className={classes.quiet}>{countText(total)}</span>}
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
          <Timeline byDay items={events.map(itemOf)} />
        </div>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </aside>
  )
}

const itemOf = (event: ConnectionEvent): TimelineItem => ({
  key: event._id,
  at: event.created,
  ...(event.type === 'connected'
    ? { title: 'Connected', glyph: 'check', tone: 'success' }
    : { title: 'Disconnected', glyph: 'slash' }),
  by: event.ip,
  text: <EventText {...event} />,
})

/** Where, with what, and when it was heard of before. */
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
          Last active <When at={lastActive} as="MMM DD, YYYY, hh:mm A" />
        </div>
      )}
    </>
  )
}
