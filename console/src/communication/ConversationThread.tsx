import { type ConversationStatus, statusFacts } from '@hikmah/contract/communication/schemas'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MailStatusBadge } from '../invites/InviteStatusBadge.tsx'
import { call } from '../kit/api/api.ts'
import { ShowOlder, Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { type GlyphName, glyphOfTone } from '../kit/icons/glyphs.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { RichText } from '../kit/rich-text/RichText.tsx'
import classes from './communication.module.css'
import type { Conversation, DeskKind } from './desk-kinds.ts'

/** An entry keeps the status of its time, which may no longer exist. */
function glyphOfStatus(status: string): GlyphName {
  if (!Object.hasOwn(statusFacts, status)) return glyphOfTone.pending
  const { tone, glyph } = statusFacts[status as ConversationStatus]
  return glyph ?? glyphOfTone[tone]
}

type Entry = Conversation['responseTimeline'][number]

interface Props {
  kind: DeskKind
  conversation: Conversation
  visitor: string
}

/** What staff answered and what the visitor sent again, newest first, down to the day it was received. */
export function ConversationThread({ kind, conversation, visitor }: Props) {
  const list = kind.calls.listTimeline
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
      glyph: entry.fromWebsite ? 'envelope' : glyphOfStatus(entry.status),
      title: titleOf(entry),
      at: entry.createdAt,
      by: entry.fromWebsite ? `from ${entry.reviewedBy}` : `by ${entry.reviewedBy}`,
      text: (entry.note || entry.answer || entry.mailStatus || entry.takenBack) && (
        <EntryText entry={entry} email={email} />
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
      {hasOlder && !older.error && <ShowOlder loading={older.isFetching} onClick={() => void older.fetchNextPage()} />}
    </>
  )
}

function titleOf({ fromWebsite, takesBack, status, assignee }: Entry): string {
  if (fromWebsite) return 'Sent again from the website'
  const stands = [status, assignee].filter(Boolean).join(' · ')
  return takesBack ? `Answer taken back, no email was sent. ${stands}` : stands
}

/** The answer as it was mailed, and the note, which staff alone see. */
const EntryText = ({
  entry: { fromWebsite, note, answer, mailStatus, takenBack },
  email,
}: {
  entry: Entry
  email: string
}) => (
  <>
    {answer && (
      <p className={classes.answer} data-taken-back={takenBack || undefined}>
        {answer}
      </p>
    )}
    {takenBack && <small>Taken back</small>}
    {mailStatus && (
      <span className={classes.mail}>
        <MailStatusBadge status={mailStatus} /> to {breakable(email)}
      </span>
    )}
    {note && (
      <div className={fromWebsite ? undefined : classes.note}>
        {!fromWebsite && <small>Internal note</small>}
        <RichText value={note} />
      </div>
    )}
  </>
)
