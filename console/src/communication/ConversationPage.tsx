import {
  contactInquiries,
  DEMO_DELETED,
  type DemoRequest,
  demoRequests,
  INQUIRY_DELETED,
} from '@hikmah/contract/communication/endpoints'
import { type ConversationStatus, type ResponseEntry, statusFacts } from '@hikmah/contract/communication/schemas'
import type { Types } from '@hikmah/contract/endpoint'
import { fullName } from '@hikmah/contract/words'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { MailStatusBadge } from '../invites/InviteStatusBadge.tsx'
import { call, type EndpointRef } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'
import { mailWait, read, useWrite } from '../kit/api/data.ts'
import { ShowOlder, Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { confirm } from '../kit/feedback/Dialog.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { glyphOfTone, type Tone } from '../kit/icons/glyphs.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Columns, Page, SectionHead } from '../kit/page/Page.tsx'
import { RichText } from '../kit/rich-text/RichText.tsx'
import { ConversationStatusBadge, DemoRequestChips, SpamChip } from './ConversationBadges.tsx'
import {
  AllDemoRequests,
  AllInquiries,
  DemoRequestFacts,
  type InquiryAtHand,
  InquiryFacts,
  isRead,
  NoInquiry,
  useInquiry,
} from './ConversationFacts.tsx'
import classes from './communication.module.css'

const requestRoute = getRouteApi('/console/request-details-{$id}')
const inquiryRoute = getRouteApi('/console/communication/contact-us-details')

type CallById = EndpointRef & {
  readonly types?: Types<
    { params: { id: string }; query: undefined; body: undefined },
    unknown,
    unknown,
    unknown,
    unknown
  >
}

interface Kind {
  one: string
  many: string
  deleted: string
  restored: string
  deleteCall: CallById
  restoreCall: CallById
  list: '/communication' | '/communication/contact-us'
  trail: ReactElement[]
}

const requestKind: Kind = {
  one: 'demo request',
  many: 'demo requests',
  deleted: DEMO_DELETED,
  restored: 'Demo request restored',
  deleteCall: demoRequests.deleteDemoRequest,
  restoreCall: demoRequests.restoreDemoRequest,
  list: '/communication',
  trail: [<AllDemoRequests key="all" />],
}

const inquiryKind: Kind = {
  one: 'inquiry',
  many: 'inquiries',
  deleted: INQUIRY_DELETED,
  restored: 'Inquiry restored',
  deleteCall: contactInquiries.deleteInquiry,
  restoreCall: contactInquiries.restoreInquiry,
  list: '/communication/contact-us',
  trail: [<AllInquiries key="all" />],
}

export function DemoRequestPage() {
  const { id } = requestRoute.useParams()
  const query = useQuery({
    ...read(demoRequests.readDemoRequest, { params: { id } }),
    refetchInterval: ({ state }) => mailWait(state.data?.data.responseTimeline),
  })
  return (
    <LoadedPage
      name="Demo request"
      shape="detail"
      query={query}
      trail={requestKind.trail}
      wayBack={<AllDemoRequests />}
    >
      {(request) => <LoadedRequest key={id} request={request} />}
    </LoadedPage>
  )
}

function LoadedRequest({ request }: { request: DemoRequest }) {
  const name = fullName(request.name)
  return (
    <ConversationFrame
      kind={requestKind}
      id={request._id}
      visitor={name}
      badge={
        <>
          <ConversationStatusBadge status={request.status} />
          <DemoRequestChips request={request} />
        </>
      }
      respondLink={
        <ButtonLink to="/request-respond-{$id}" params={{ id: request._id }}>
          Assign
        </ButtonLink>
      }
      timeline={<ResponseTimeline conversation={request} list={demoRequests.listDemoRequestTimeline} visitor={name} />}
    >
      <DemoRequestFacts request={request} />
    </ConversationFrame>
  )
}

export function InquiryPage() {
  const { id } = inquiryRoute.useSearch()
  return id ? <OneInquiry key={id} id={id} /> : <NoInquiry />
}

function OneInquiry({ id }: { id: string }) {
  const query = useInquiry(id)
  return (
    <LoadedPage name="Inquiry" shape="detail" query={query} trail={inquiryKind.trail} wayBack={<AllInquiries />}>
      {(inquiry) => <LoadedInquiry inquiry={inquiry} />}
    </LoadedPage>
  )
}

function LoadedInquiry({ inquiry }: { inquiry: InquiryAtHand }) {
  return (
    <ConversationFrame
      kind={inquiryKind}
      id={inquiry._id}
      visitor={inquiry.name}
      badge={
        <>
          <ConversationStatusBadge status={inquiry.status} />
          {inquiry.spam && <SpamChip />}
        </>
      }
      respondLink={
        <ButtonLink to="/communication/contact-us-respond" search={{ id: inquiry._id }} state={{ inquiry }}>
          Respond
        </ButtonLink>
      }
      timeline={
        isRead(inquiry) ? (
          <ResponseTimeline conversation={inquiry} list={contactInquiries.listInquiryTimeline} visitor={inquiry.name} />
        ) : (
          <LoadingLines name="the timeline" lines={4} />
        )
      }
    >
      <InquiryFacts inquiry={inquiry} />
    </ConversationFrame>
  )
}

interface FrameProps {
  kind: Kind
  id: string
  visitor: string
  badge: ReactNode
  respondLink: ReactNode
  timeline: ReactNode
  children: ReactNode
}

function ConversationFrame({ kind, id, visitor, badge, respondLink, timeline, children }: FrameProps) {
  const { remove, isPending } = useRemove(kind, id, visitor)
  return (
    <Page
      title={visitor}
      badge={badge}
      trail={kind.trail}
      action={
        <>
          <RemoveButton what={kind.many} isPending={isPending} onPress={() => void remove()} />
          {respondLink}
        </>
      }
    >
      <Columns
        rail={
          <section className={classes.history}>
            <SectionHead title="Timeline" />
            {timeline}
          </section>
        }
      >
        {children}
      </Columns>
    </Page>
  )
}

function RemoveButton({ what, isPending, onPress }: { what: string; isPending: boolean; onPress: () => void }) {
  if (!useMay('communication.delete')) {
    return (
      <SubmitButton type="button" variant="default" isQuiet reason={`Only owners and admins can delete ${what}`}>
        Delete
      </SubmitButton>
    )
  }
  return (
    <Button variant="danger-outline" loading={isPending} onClick={onPress}>
      Delete
    </Button>
  )
}

/** Asks, naming the visitor, deletes, and goes back to the list, where it can be undone for a moment. */
function useRemove({ one, deleted, restored, deleteCall, restoreCall, list }: Kind, id: string, visitor: string) {
  const navigate = useNavigate()
  const input = { params: { id } }
  const error = ({ message }: Error) => notifyFailure(message)
  const restore = useWrite(restoreCall, { success: () => notifySuccess(restored, visitor), error })
  const write = useWrite(deleteCall, {
    leave: () => navigate({ to: list }),
    success: (_, message) =>
      notifySuccess(message ?? deleted, visitor, { label: 'Undo', run: () => restore.mutate(input) }),
    error,
  })

  async function remove() {
    const isSure = await confirm({
      title: `Delete the ${one} from ${visitor}?`,
      body: 'It is removed from the list, along with its responses. You can undo this right afterwards.',
      action: `Delete ${one}`,
    })
    if (isSure) write.mutate(input)
  }

  return { remove, isPending: write.isPending }
}

type ListTimeline = EndpointRef & {
  readonly types?: Types<
    { params: { id: string }; query: { cursor?: string | undefined }; body: undefined },
    unknown,
    ResponseEntry[],
    { cursor?: string | undefined },
    unknown
  >
}

interface TimelineProps {
  conversation: {
    _id: string
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
export function ResponseTimeline({ conversation, list, visitor }: TimelineProps) {
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
      {hasOlder && !older.error && <ShowOlder loading={older.isFetching} onClick={() => void older.fetchNextPage()} />}
    </>
  )
}
