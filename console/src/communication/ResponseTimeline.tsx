import { type ConversationStatus, type ResponseEntry, statusFacts } from '@hikmah/contract/communication'
import type { Types } from '@hikmah/contract/endpoint'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MailStatusBadge } from '../invites/InviteStatusBadge.tsx'
import { call, type EndpointRef } from '../kit/api/api.ts'
import { Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { glyphOfTone, type Tone } from '../kit/icons/glyphs.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { RichText } from '../kit/rich-text/RichText.tsx'
import classes from './communication.module.css'

/** The call that reads a page of the timeline. */
type ListTimeline = EndpointRef & {
  readonly types?: Types<
    { params: { id: string }; query: { cursor?: string | undefined }; body: undefined },
    unknown,
    ResponseEntry[],
    { cursor?: string | undefined },
    unknown
  >
}

interface Props {
  conversation: {
    _id: string
    /** Notes are mailed there. */
    email: string
    createdAt: string
    responseTimeline: ResponseEntry[]
    earlierEntries: number
  }
  list: ListTimeline
  visitor: string
}

/** An entry keeps the status of its time, which may no longer exist. */
const toneOfStatus = (status: string): Tone =>
  Object.hasOwn(statusFacts, status) ? statusFacts[status as ConversationStatus].tone : 'pending'

/** The responses and their authors, newest first, down to the day it was received. */
export function ResponseTimeline({ conversation, list, visitor }: Props) {
  const { _id: id, email, createdAt, responseTimeline: entries, earlierEntries } = conversation
  const oldest = entries[0]?._id
  // Only when asked for. A new entry moves the oldest one: what is older is then read again from there.
  const older = useInfiniteQuery({
    queryKey: [list.path, id, oldest],
    queryFn: ({ pageParam, signal }) => call(list, { params: { id }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: oldest,
    getNextPageParam: ({ meta }) => meta.cursor,
    enabled: false,
  })
  const hasOlder = older.data ? older.hasNextPage : earlierEntries > 0
  const shown = [...entries.toReversed(), ...(older.data?.pages.flatMap((page) => page.data) ?? [])]
  const items = shown.map(
    (entry): TimelineItem => ({
      key: entry._id,
      glyph: entry.fromWebsite ? ('envelope' as const) : glyphOfTone[toneOfStatus(entry.status)],
      title: entry.fromWebsite
        ? 'Sent again from the website'
        : [entry.status, entry.assignee].filter(Boolean).join(' · '),
      at: entry.createdAt,
      by: entry.fromWebsite ? `from ${entry.reviewedBy}` : `by ${entry.reviewedBy}`,
      text: (entry.note || entry.mailStatus) && (
        <>
          {entry.note && <RichText value={entry.note} />}
          {entry.mailStatus && (
            <span className={classes.mail}>
              <MailStatusBadge status={entry.mailStatus} /> to {breakable(email)}
            </span>
          )}
        </>
      ),
    }),
  )
  const arrived: TimelineItem = {
    key: 'arrived',
    glyph: 'envelope',
    title: 'Received from the website',
    at: createdAt,
    by: `from ${visitor}`,
  }
  return (
    <>
      <Timeline items={hasOlder ? items : [...items, arrived]} />
      {older.error && <LoadFailure what="What is older" error={older.error} onRetry={() => older.fetchNextPage()} />}
      {hasOlder && !older.error && (
        <Button variant="default" loading={older.isFetching} onClick={() => void older.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  )
}
